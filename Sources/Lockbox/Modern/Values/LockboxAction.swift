package import Foundation
package import ValueRedux

/// All actions of the app: an enum for each concern, with the window where there is one.
package enum LockboxAction: Hashable, Sendable, Codable {
  case account(AccountAction)
  case sync(SyncAction)
  case items(ItemAction)
  case list(ItemListAction, WindowUUID)
  case route(RouteAction, WindowUUID)
  case theme(ThemeAction)
  case window(WindowAction)
}

package enum AccountAction: Hashable, Sendable, Codable {
  case signInStarted(email: String)
  case signedIn(Profile, at: Date)
  case signInFailed(SignInFailure)
  case locked
  case unlocked(at: Date)
  case signedOut
}

package enum SyncAction: Hashable, Sendable, Codable {
  case started
  case finished(SyncChanges, at: Date)
}

package struct SyncChanges: Hashable, Sendable, Codable {
  /// New logins, and new versions of known ones.
  package var updated: [LoginRecord] = []
  package var deleted: [LoginID] = []

  package init(updated: [LoginRecord] = [], deleted: [LoginID] = []) {
    self.updated = updated
    self.deleted = deleted
  }
}

package enum ItemAction: Hashable, Sendable, Codable {
  case imported([LoginRecord])
  case edited(LoginID, LoginEdit, at: Date)
  case deleted(LoginID)
}

package enum ItemListAction: Hashable, Sendable, Codable {
  case filter(String)
  case sort(SortOrder)
  case open(LoginID)
  /// Copies a field to the clipboard; the secret itself is never part of an action.
  case copied(LoginField, of: LoginID, at: Date)
}

package enum RouteAction: Hashable, Sendable, Codable {
  case push(Route)
  case pop
}

package enum WindowAction: Hashable, Sendable, Codable {
  case open(WindowUUID)
  case close(WindowUUID)
}

/// Inputs to the appearance: the user's settings, and reports of the device.
package enum ThemeAction: Hashable, Sendable, Codable {
  case useSystemAppearance(Bool)
  case chooseManually(Appearance)
  case followBrightness(Bool)
  case setThreshold(Double)
  case systemAppearanceChanged(Appearance)
  case screenBrightnessChanged(Double)
}

extension LockboxAction: AddressedAction {
  /// The one window that the action names, or all.
  package var address: ActionAddress? { window.map(ActionAddress.window) ?? .all }

  /// The window whose list or screens the action concerns; `nil` where it names none.
  package var window: WindowUUID? {
    switch self {
    case .list(_, let window), .route(_, let window): window
    case .account, .items, .sync, .theme, .window: nil
    }
  }
}
