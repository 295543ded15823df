package import Foundation

/// Whether a user is signed in.
package enum AccountStatus: Hashable, Sendable, Codable {
  case signedOut(after: SignInFailure?)
  case signingIn(email: String)
  case signedIn(Profile, since: Date)
  case locked(Profile)
}

/// The owner of the logins.
package struct Profile: Hashable, Sendable, Codable {
  package var email: String
  package var displayName: String?

  package init(email: String, displayName: String?) {
    self.email = email
    self.displayName = displayName
  }
}

/// Why a sign-in failed.
package enum SignInFailure: String, Error, Sendable, Codable {
  case refused
  case offline
}

extension AccountStatus {
  /// The name of the account in the settings.
  package var accountName: String {
    switch self {
    case .signedOut: "none"
    case .signingIn(let email): email
    case .signedIn(let profile, _), .locked(let profile): profile.name
    }
  }
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

  /// The threshold in use, or the kept one.
  package var threshold: Double {
    switch self {
    case .off(let remembered): remembered
    case .darkBelow(let threshold): threshold
    }
  }
}

/// A text to copy to the clipboard.
package struct CopyEffect: Equatable, Sendable {
  package var text: Password

  package init(text: Password) {
    self.text = text
  }
}

/// A short message over a screen, until the next input in that window.
package enum Notice: Hashable, Sendable, Codable {
  case copied(LoginField)
  case deleted(title: String)
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
  /// By the site's title, then by username.
  case title
  /// The most recently used login first.
  case lastUsed
}

/// The identity of one window, which has its own screens, filter and selection.
package struct WindowID: Hashable, Codable, Sendable, CustomStringConvertible {
  package let name: String

  /// The window that the app opens at launch.
  package static let main = WindowID("main")
  /// The window that the user may open next to it.
  package static let side = WindowID("side")

  package var description: String { name }
}

extension WindowID {
  package init(_ name: String) {
    self.init(name: name)
  }
}
