import ValueRedux

/// Dispatches the commands of the screens to the value store.
final class ModernCommands: LockboxCommands {
  private let store: ValueStore<ModernState, LockboxAction>
  private let clock: any LockboxClock

  init(store: ValueStore<ModernState, LockboxAction>, clock: any LockboxClock) {
    self.store = store
    self.clock = clock
  }

  func load(_ logins: [LoginRecord]) {
    store.dispatch(.items(.imported(logins)))
  }

  /// Starts a sign-in, unless one is running.
  func signIn(email: String) {
    if case .signingIn = store.state.account.status { return }
    store.dispatch(.account(.signInStarted(email: email)))
  }

  func lock() {
    store.dispatch(.account(.locked))
  }

  func unlock() {
    store.dispatch(.account(.unlocked(at: clock.now)))
  }

  func signOut() {
    store.dispatch(.account(.signedOut))
  }

  /// Starts a sync, unless one is running.
  func sync() {
    guard !store.state.account.isSyncing else { return }
    store.dispatch(.sync(.started))
  }

  func copy(_ field: LoginField, of login: LoginID, in window: WindowID) {
    store.dispatch(.list(.copied(field, of: login, at: clock.now), window))
  }

  func edit(_ login: LoginID, _ edit: LoginEdit) {
    store.dispatch(.items(.edited(login, edit, at: clock.now)))
  }

  func delete(_ login: LoginID) {
    store.dispatch(.items(.deleted(login)))
  }

  func display(_ action: ItemListAction, in window: WindowID) {
    store.dispatch(.list(action, window))
  }

  func go(_ action: RouteAction, in window: WindowID) {
    store.dispatch(.route(action, window))
  }

  func change(_ theme: ThemeAction) {
    store.dispatch(.theme(theme))
  }

  func open(_ window: WindowID) {
    store.dispatch(.window(.open(window)))
  }

  func close(_ window: WindowID) {
    store.dispatch(.window(.close(window)))
  }
}
