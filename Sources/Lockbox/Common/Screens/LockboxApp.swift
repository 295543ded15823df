/// A running app, as a person sees it: windows with screens, and what can be done to them.
///
/// The app before the migration and the app after it are both used through this.
@MainActor protocol LockboxApp: AnyObject {
  /// What the open windows show, in the order in which they were opened.
  var shown: [ShownWindow] { get }

  /// Fills the library.
  func load(_ logins: [LoginRecord])

  /// Does what a person or the device does.
  func perform(_ gesture: Gesture)

  /// Returns when nothing is under way any more, and all that changed is shown.
  func settle() async
}
