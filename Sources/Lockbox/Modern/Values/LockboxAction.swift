package import Foundation

/// All actions of the app: an enum for each concern, with the window where there is one.
package enum LockboxAction: Hashable, Sendable, Codable {
  case account(AccountAction)
  case sync(SyncAction)
  case items(ItemAction)
  case list(ItemListAction, WindowID)
  case route(RouteAction, WindowID)
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

/// The start and the end of a sync.
package enum SyncAction: Hashable, Sendable, Codable {
  case started
  case finished(SyncChanges, at: Date)
}

/// The changes of other devices since the last sync.
package struct SyncChanges: Hashable, Sendable, Codable {
  /// New logins, and new versions of known ones.
  package var updated: [LoginRecord] = []
  package var deleted: [LoginID] = []

  package init(updated: [LoginRecord] = [], deleted: [LoginID] = []) {
    self.updated = updated
    self.deleted = deleted
  }
}

/// Changes of the library, from any window.
package enum ItemAction: Hashable, Sendable, Codable {
  case imported([LoginRecord])
  case edited(LoginID, LoginEdit, at: Date)
  case deleted(LoginID)
}

/// Inputs to the list of one window.
package enum ItemListAction: Hashable, Sendable, Codable {
  case filter(String)
  case sort(SortOrder)
  /// Selects a login and shows it.
  case open(LoginID)
  /// Copies a field to the clipboard; the secret itself is never part of an action.
  case copied(LoginField, of: LoginID, at: Date)
}

/// Navigation between the screens of one window.
package enum RouteAction: Hashable, Sendable, Codable {
  case push(Route)
  case pop
}

package enum WindowAction: Hashable, Sendable, Codable {
  case open(WindowID)
  case close(WindowID)
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
