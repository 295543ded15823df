/// A running app as its user sees it, before the migration and after it.
@MainActor protocol LockboxApp: AnyObject {
  var windows: TerminalWindowsView { get }
  var commands: any LockboxCommands { get }

  /// The number of actions that its store has reduced.
  var actionsHandled: Int { get }

  /// Waits until no work is running and every change is shown.
  ///
  /// - Returns: Whether the app is idle; `false` if work did not end within ``mostTurns``.
  func settle() async -> Bool
}

extension LockboxApp {
  /// The turns of the main actor that work may take.
  ///
  /// The scripted services answer after one turn. A limit in turns, unlike one in seconds, ends each
  /// run of a session at the same action.
  nonisolated static var mostTurns: Int { 1_000 }

  /// The content of the open windows, in the order in which they were opened.
  var shown: [ShownWindow] { windows.shown }

  /// Performs several gestures before the app draws again.
  ///
  /// Each input goes to the screen that is on top before the first gesture, whether the app draws at
  /// once or later.
  func perform(_ burst: [Gesture], before each: () -> Void = {}) {
    let screens = Dictionary(
      uniqueKeysWithValues: windows.windows.map { ($0.window, $0.screen) })
    for gesture in burst {
      each()
      switch gesture {
      case .input(let input, let window): screens[window]??.handle(input)
      case .openWindow(let window): commands.open(window)
      case .closeWindow(let window): commands.close(window)
      case .systemAppearance(let look): commands.change(.systemAppearanceChanged(look))
      case .screenBrightness(let level): commands.change(.screenBrightnessChanged(level))
      }
    }
  }
}
