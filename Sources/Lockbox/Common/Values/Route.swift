/// A screen of the app, as a place that navigation can go to.
enum Route: Hashable, Sendable, Codable {
  /// The screen of an app that is signed out or locked.
  case welcome
  /// All logins of the library.
  case list
  /// One login.
  case detail(LoginID)
  /// The theme and the account.
  case settings
}
