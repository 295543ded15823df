/// A screen drawn as text, which keeps the content that it last showed.
@MainActor protocol TerminalScreen: AnyObject {
  var shown: ShownScreen { get }
  /// Passes an input to the presenter, if the screen has a control for it.
  func handle(_ input: UserInput)
}
