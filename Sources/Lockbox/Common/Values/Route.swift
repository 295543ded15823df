/// A screen of the app as a destination of navigation.
enum Route: Hashable, Sendable, Codable {
  /// The screen while the app is signed out or locked.
  case welcome
  case list
  case detail(LoginID)
  case settings
}
