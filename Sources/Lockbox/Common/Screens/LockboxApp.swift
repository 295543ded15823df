/// A running app, as a person sees it: windows with screens, and what can be done to them.
///
/// The app before the migration and the app after it are both used through this.
@MainActor protocol LockboxApp: AnyObject {
  var windows: TerminalWindowsView { get }
  var commands: any LockboxCommands { get }

  /// How many actions its store has reduced.
  var actionsHandled: Int { get }

  /// Returns when nothing is under way any more, and all that changed is shown.
  func settle() async
}

extension LockboxApp {
  /// What the open windows show, in the order in which they were opened.
  var shown: [ShownWindow] { windows.shown }

  /// Does several things in one go, faster than anything is drawn in between.
  ///
  /// Whoever does them sees the screens as they are before the first: each input goes to the screen
  /// that was on top then, whether the app draws at once or later.
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
