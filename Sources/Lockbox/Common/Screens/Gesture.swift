/// One event from the outside of the app.
enum Gesture: Hashable, Sendable {
  case input(UserInput, WindowID)
  case openWindow(WindowID)
  case closeWindow(WindowID)
  case systemAppearance(Appearance)
  case screenBrightness(Double)

  /// Whether it starts asynchronous work.
  var isAsynchronous: Bool {
    switch self {
    case .input(.signIn, _), .input(.sync, _): true
    default: false
    }
  }
}
