/// An input of the user to the screen of a window.
///
/// A screen ignores an input that it has no control for, as a tap next to a button is ignored.
enum UserInput: Hashable, Sendable {
  // The welcome screen.
  case signIn(email: String)
  case unlock
  // The item list.
  case type(String)
  case sort(SortOrder)
  case tapRow(LoginID)
  case openSettings
  case lock
  case sync
  // The detail screen.
  case copy(LoginField)
  case editUsername(String)
  case editPassword(Password)
  case delete
  // The settings.
  case useSystemAppearance(Bool)
  case chooseManually(Appearance)
  case followBrightness(Bool)
  case moveThreshold(Double)
  case signOut
  // The detail screen and the settings.
  case back
}
