package import ValueRedux

/// Dispatches to the value store, whose middlewares do the work.
package final class ModernActionHandlers: ActionHandlers {
  package let clock: any LockboxClock
  private let store: ValueStore<ModernState, LockboxAction>

  package init(store: ValueStore<ModernState, LockboxAction>, clock: any LockboxClock) {
    self.store = store
    self.clock = clock
  }

  package func dispatch(_ action: LockboxAction) { store.dispatch(action) }

  package func signIn(email: String) {
    if case .signingIn = store.state.account.status { return }
    store.dispatch(.account(.signInStarted(email: email)))
  }

  package func sync() {
    if !store.state.account.isSyncing { store.dispatch(.sync(.started)) }
  }

  package func copy(_ field: LoginField, of login: LoginID, in window: WindowID) {
    store.dispatch(.list(.copied(field, of: login, at: clock.now), window))
  }
}

extension Middleware<ModernState, LockboxAction> {
  /// Signs in after the start of a sign-in, and dispatches the result.
  package static func signIn(_ services: LockboxServices) -> Middleware {
    Middleware { _, action, context in
      guard case .account(.signInStarted(let email)) = action else { return }
      context.run(id: "sign-in") { send in
        await send(services.signIn(email: email))
      }
    }
  }

  /// Fetches the changes of other devices after the start of a sync.
  package static func sync(_ services: LockboxServices) -> Middleware {
    Middleware { _, action, context in
      guard action == .sync(.started) else { return }
      context.run(id: "sync") { send in
        await send(services.fetchChanges())
      }
    }
  }

  /// Performs the copies that an action causes.
  package static func copying(
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
