package import ValueRedux

/// Dispatches to the value store, whose middlewares do the work.
package final class ModernActionHandlers: ActionHandlers {
  package let clock: SessionClock
  private let store: ValueStore<ModernState, LockboxAction>

  package init(store: ValueStore<ModernState, LockboxAction>, clock: SessionClock) {
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

  package func copy(_ field: LoginField, of login: LoginID, in window: WindowUUID) {
    store.dispatch(.list(.copied(field, of: login, at: clock.now), window))
  }
}

extension Middleware<ModernState, LockboxAction> {
  package static func signIn(_ services: LockboxServices) -> Middleware {
    Middleware { _, action, context in
      guard case .account(.signInStarted(let email)) = action else { return }
      context.run(id: "sign-in") { send in await send(services.signIn(email: email)) }
    }
  }

  package static func sync(_ services: LockboxServices) -> Middleware {
    Middleware { _, action, context in
      guard action == .sync(.started) else { return }
      context.run(id: "sync") { send in await send(services.fetchChanges()) }
    }
  }

  package static func copying(
    _ copies: @escaping ModernCode.Copies, to device: any Device
  ) -> Middleware {
    Middleware { state, action in
      for text in copies(state.library, action) { device.copy(text) }
    }
  }
}
