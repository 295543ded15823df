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

/// The commands of the screens to the app.
@MainActor protocol LockboxCommands: AnyObject {
  func load(_ logins: [LoginRecord])
  func signIn(email: String)
  func lock()
  func unlock()
  func signOut()
  func sync()
  func copy(_ field: LoginField, of login: LoginID, in window: WindowID)
  func edit(_ login: LoginID, _ edit: LoginEdit)
  func delete(_ login: LoginID)
  func display(_ action: ItemListAction, in window: WindowID)
  func go(_ action: RouteAction, in window: WindowID)
  func change(_ theme: ThemeAction)
  func open(_ window: WindowID)
  func close(_ window: WindowID)
}

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

/// An input of the user to the screen of a window.
///
/// A screen ignores an input that it has no control for, as a tap next to a button is ignored.
enum UserInput: Hashable, Sendable {
  // The welcome screen.
  case signIn(email: String)
  case unlock
  // The item list.
  case type(String)
  case sort(SortOrder)
  case tapRow(LoginID)
  case openSettings
  case lock
  case sync
  // The detail screen.
  case copy(LoginField)
  case editUsername(String)
  case editPassword(Password)
  case delete
  // The settings.
  case useSystemAppearance(Bool)
  case chooseManually(Appearance)
  case followBrightness(Bool)
  case moveThreshold(Double)
  case signOut
  // The detail screen and the settings.
  case back
}
