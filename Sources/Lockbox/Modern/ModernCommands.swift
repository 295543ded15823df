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

extension Middleware<ModernState, LockboxAction> {
  /// Signs in after the start of a sign-in, and dispatches the result.
  static func signIn(_ services: LockboxServices) -> Middleware {
    Middleware { _, action, context in
      guard case .account(.signInStarted(let email)) = action else { return }
      context.run(id: "sign-in") { send in
        await send(services.signIn(email: email))
      }
    }
  }

  /// Fetches the changes of other devices after the start of a sync.
  static func sync(_ services: LockboxServices) -> Middleware {
    Middleware { _, action, context in
      guard action == .sync(.started) else { return }
      context.run(id: "sync") { send in
        await send(services.fetchChanges())
      }
    }
  }

  /// Performs the copies that an action causes.
  static func copying(
    _ effects: @escaping ModernCode.CopyEffects, to pasteboard: any Pasteboard
  ) -> Middleware {
    Middleware { state, action in
      for effect in effects(state.vault, action) { pasteboard.put(effect.text) }
    }
  }
}

extension LockboxServices {
  fileprivate func signIn(email: String) async -> LockboxAction {
    do throws(SignInFailure) {
      return .account(.signedIn(try await account.signIn(email: email), at: clock.now))
    } catch {
      return .account(.signInFailed(error))
    }
  }

  fileprivate func fetchChanges() async -> LockboxAction {
    .sync(.finished(await sync.fetchChanges(), at: clock.now))
  }
}
