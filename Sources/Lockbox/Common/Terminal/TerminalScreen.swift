/// A screen drawn as text.
///
/// It remembers what it was last told to show.
@MainActor protocol TerminalScreen: AnyObject {
  var shown: ShownScreen { get }
  /// Passes on what a person did, where the screen has a control for it.
  func handle(_ input: UserInput)
}
