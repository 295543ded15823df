package import ValueRedux

/// A running app as its user sees it, before the migration and after it.
@MainActor package protocol LockboxApp: AnyObject {
  var windows: WindowsPresenter { get }
  var handlers: any ActionHandlers { get }

  var actionsHandled: Int { get }

  /// Waits until no work is running and every change is shown.
  func settle() async
}

extension LockboxApp {
  package var shown: [ShownWindow] { windows.windows.map(\.shown) }

  /// Performs several gestures before the app draws again.
  ///
  /// Each input goes to the screen that is on top before the first gesture, whether the app draws at
  /// once or later.
  package func perform(_ burst: [Gesture], before each: () -> Void = {}) {
    let screens = Dictionary(
      uniqueKeysWithValues: windows.windows.map { ($0.window, $0.screen) })
    for gesture in burst {
      each()
      switch gesture {
      case .input(let input, let window): screens[window]??.presenters.forEach { $0.receive(input) }
      case .openWindow(let window): handlers.dispatch(.window(.open(window)))
      case .closeWindow(let window): handlers.dispatch(.window(.close(window)))
      case .systemAppearance(let look): handlers.dispatch(.theme(.systemAppearanceChanged(look)))
      case .screenBrightness(let level): handlers.dispatch(.theme(.screenBrightnessChanged(level)))
      }
    }
  }
}

/// The requests of the presenters to the app.
///
/// Most of it is to dispatch an action. Signing in, syncing and copying are work, which the app does in
/// the handler before the migration, and in middlewares after it.
@MainActor package protocol ActionHandlers: AnyObject {
  var clock: SessionClock { get }
  func dispatch(_ action: LockboxAction)
  func signIn(email: String)
  func sync()
  func copy(_ field: LoginField, of login: LoginID, in window: WindowUUID)
}

package enum Gesture: Hashable, Sendable {
  case input(UserInput, WindowUUID)
  case openWindow(WindowUUID)
  case closeWindow(WindowUUID)
  case systemAppearance(Appearance)
  case screenBrightness(Double)

  /// Whether it starts asynchronous work.
  package var isAsynchronous: Bool {
    switch self {
    case .input(.signIn, _), .input(.sync, _): true
    default: false
    }
  }
}

/// An input of the user to the screen of a window.
///
/// A screen ignores an input that it has no control for, as a tap next to a button is ignored.
package enum UserInput: Hashable, Sendable {
  // The welcome screen.
  case signIn(email: String), unlock
  // The item list.
  case type(String), sort(SortOrder), tapRow(LoginID), openSettings, lock, sync
  // The detail screen.
  case copy(LoginField), editUsername(String), editPassword(Password), delete
  // The settings.
  case useSystemAppearance(Bool), chooseManually(Appearance), followBrightness(Bool)
  case moveThreshold(Double), signOut
  // The detail screen and the settings.
  case back
}
