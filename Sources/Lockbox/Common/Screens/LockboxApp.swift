/// A running app as its user sees it, before the migration and after it.
@MainActor protocol LockboxApp: AnyObject {
  var windows: TerminalWindowsView { get }
  var commands: any LockboxCommands { get }

  /// The number of actions that its store has reduced.
  var actionsHandled: Int { get }

  /// Waits until no work is running and every change is shown.
  ///
  /// - Parameter patience: The time that work may take.
  /// - Returns: Whether the app is idle; `false` if work did not end in time.
  func settle(within patience: Duration) async -> Bool
}

extension LockboxApp {
  /// Waits until a condition on the main actor holds, or the time is over.
  ///
  /// The scripted services answer within a turn or two. A limit in turns would not do: each turn
  /// passes through other threads, and on a busy machine one of them may stand still.
  ///
  /// - Parameters:
  ///   - patience: The most time to wait.
  ///   - condition: The condition.
  /// - Returns: Whether the condition holds.
  func wait(within patience: Duration, until condition: () -> Bool) async -> Bool {
    let clock = ContinuousClock()
    let start = clock.now
    while !condition() {
      guard clock.now - start < patience else { return false }
      await Task.yield()
    }
    return true
  }

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
