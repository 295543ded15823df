/// Actions that show and close screens.
///
/// ## Thread safety
///
/// Safe from any thread because it is an immutable value.
public enum ScreenAction<Screen: ScreenState>: Sendable, Equatable {
  /// Shows a screen.
  case show(Screen)
  /// Closes an instance of a screen.
  case close(ScreenInstance)
  /// Closes all screens of a window.
  case closeWindow(WindowUUID)
}

extension Reducer {
  /// Shows and closes screens.
  ///
  /// - Returns: The reducer of the screens themselves; ``routed(to:)`` makes that of their states.
  public static func showingScreens<Screen>() -> Reducer
  where State == ActiveScreens<Screen>, Action == ScreenAction<Screen> {
    Reducer { screens, action in
      switch action {
      case .show(let screen): screens.show(screen)
      case .close(let instance): screens.close(instance)
      case .closeWindow(let window): screens.closeWindow(window)
      }
    }
  }
}
