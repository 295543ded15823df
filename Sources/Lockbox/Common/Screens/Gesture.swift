/// One thing that happens to the app from outside.
enum Gesture: Hashable, Sendable {
  case input(UserInput, WindowID)
  case openWindow(WindowID)
  case closeWindow(WindowID)
  case systemAppearance(Appearance)
  case screenBrightness(Double)

  /// Whether it starts work that answers later.
  var isAsynchronous: Bool {
    switch self {
    case .input(.signIn, _), .input(.sync, _): true
    default: false
    }
  }
}
