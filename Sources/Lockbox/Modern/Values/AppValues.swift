package import Foundation
package import ValueRedux

package enum AccountStatus: Hashable, Sendable, Codable {
  case signedOut(after: SignInFailure?)
  case signingIn(email: String)
  case signedIn(Profile, since: Date)
  case locked(Profile)

  package var isSignedIn: Bool {
    if case .signedIn = self { true } else { false }
  }
}

package struct SyncStatus: Hashable, Sendable, Codable {
  package var isSyncing = false
  package var lastSync: Date?

  package init() {}
}

package struct Profile: Hashable, Sendable, Codable {
  package var email: String
  package var displayName: String?

  package init(email: String, displayName: String?) {
    self.email = email
    self.displayName = displayName
  }
}

package enum SignInFailure: String, Error, Sendable, Codable {
  case refused
  case offline
}

package enum Appearance: String, Sendable, Codable, CaseIterable {
  case light
  case dark
}

/// Whether the brightness of the screen determines the appearance.
package enum BrightnessRule: Hashable, Sendable, Codable {
  /// It does not; the threshold is kept for the next time.
  case off(remembered: Double)
  /// Dark when the screen is darker than the threshold, between 0 and 1.
  case darkBelow(Double)

  package var threshold: Double {
    switch self {
    case .off(let threshold), .darkBelow(let threshold): threshold
    }
  }
}

/// A short message over a screen, until the next input in that window.
package enum Notice: Hashable, Sendable, Codable {
  case copied(LoginField)
}

/// A screen of the app as a destination of navigation.
package enum Route: Hashable, Sendable, Codable {
  /// The screen while the app is signed out or locked.
  case welcome
  case list
  case detail(LoginID)
  case settings
}

package enum SortOrder: String, Sendable, Codable, CaseIterable {
  case title
  case lastUsed
}

extension WindowUUID {
  /// The window that the app opens at launch.
  package static let main = WindowUUID(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)))
  /// The window that the user may open next to it.
  package static let side = WindowUUID(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2)))

  package var name: String {
    switch self {
    case .main: "main"
    case .side: "side"
    default: rawValue.uuidString
    }
  }
}
