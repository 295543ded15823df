/// Whom an action concerns, among the screens of all windows.
///
/// ## Thread safety
///
/// Safe from any thread because it is an immutable value.
public enum ActionAddress: Hashable, Sendable, Codable, CustomStringConvertible {
  /// Every screen of every window.
  case all
  /// Every screen of one window.
  case window(WindowUUID)
  /// One instance of a screen.
  case screen(ScreenInstance)

  /// Whether an action with this address is for a screen.
  ///
  /// - Parameter instance: The screen.
  /// - Returns: Whether its reducer is to run.
  @inlinable
  public func includes(_ instance: ScreenInstance) -> Bool {
    switch self {
    case .all: true
    case .window(let window): instance.window == window
    case .screen(let screen): instance == screen
    }
  }

  /// The address in words.
  public var description: String {
    switch self {
    case .all: "all windows"
    case .window(let window): "window \(window)"
    case .screen(let screen): "screen \(screen)"
    }
  }
}
