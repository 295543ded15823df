package import ValueRedux

/// The app after the migration: a value store, middlewares, and the same presenters.
@MainActor package final class ModernApp: LockboxApp {
  package let windows: TerminalWindowsView
  package let handlers: any ActionHandlers
  private let store: ValueStore<ModernState, LockboxAction>

  /// Puts the app on a value store.
  ///
  /// - Parameters:
  ///   - state: The state to continue from.
  ///   - number: The number of the last action before.
  ///   - code: The reducers and effects.
  ///   - services: The services outside of the app.
  package init(
    state: ModernState = ModernState(), continuingAfter number: Int = 0,
    code: ModernCode = ModernCode(), services: LockboxServices
  ) {
    let store = ValueStore(
      initialState: state, reducer: code.reducer,
      middlewares: [
        .copying(code.copyEffects, to: services.pasteboard), .signIn(services), .sync(services),
      ],
      continuingAfter: ActionNumber(UInt64(number)))
    self.store = store
    handlers = ModernActionHandlers(store: store, clock: services.clock)
    let stores = ValueStores(
      theme: Output(of: \.theme, in: store), account: Output(of: \.account, in: store),
      navigation: Output(of: \.navigation, in: store), vault: Output(of: \.vault, in: store))
    windows = TerminalWindowsView(context: PresenterContext(stores: stores, handlers: handlers))
  }

  package var actionsHandled: Int { Int(store.actionNumber.rawValue) }

  // Waits for the work itself. The state may claim forever that a sign-in is running, if the
  // reducer has a bug.
  package func settle(within patience: Duration) async -> Bool {
    await wait(within: patience) { store.runningWork == 0 }
  }
}

extension Output {
  /// A part of the state of a value store.
  package init<State>(
    of select: @escaping @MainActor (State) -> Value, in store: ValueStore<State, LockboxAction>
  ) {
    self.init { receive in store.subscribe(select, receive) }
  }
}

/// The state of the app after the migration.
package struct ModernState: Equatable, Sendable {
  package var theme = ThemeState()
  package var account = SignInState()
  package var navigation = NavigationState()
  package var vault = VaultState()

  package init(
    theme: ThemeState = ThemeState(), account: SignInState = SignInState(),
    navigation: NavigationState = NavigationState(), vault: VaultState = VaultState()
  ) {
    self.theme = theme
    self.account = account
    self.navigation = navigation
    self.vault = vault
  }
}

extension ModernCode {
  package var reducer: Reducer<ModernState, LockboxAction> {
    .combine(
      account.scoped(to: \.account), vault.scoped(to: \.vault),
      navigation.scoped(to: \.navigation), theme.scoped(to: \.theme))
  }
}

/// The new code of the app: the pure reducer of each slice, and the effects.
package struct ModernCode: Sendable {
  /// Returns the copies that an action causes, given the state after it.
  package typealias CopyEffects = @Sendable (VaultState, LockboxAction) -> [CopyEffect]

  package var theme = ThemeState.reducer
  package var account = SignInState.reducer
  package var navigation = NavigationState.reducer
  package var vault = VaultState.reducer
  package var copyEffects: CopyEffects = { VaultState.effects($0, $1) }

  package init() {}
}
