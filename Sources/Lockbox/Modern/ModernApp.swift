package import ValueRedux

/// The app after the migration: a value store, middlewares, and the same presenters.
@MainActor package final class ModernApp: LockboxApp {
  package let windows: WindowsPresenter
  package let handlers: any ActionHandlers
  private let store: ValueStore<ModernState, LockboxAction>

  /// Puts the app on a value store, which continues from a state and the number of its last action.
  package init(
    state: ModernState = ModernState(), continuingAfter number: Int = 0,
    code: ModernCode = ModernCode(), services: any LockboxServices
  ) {
    let store = ValueStore(
      initialState: state, reducer: code.reducer,
      middlewares: [
        Middleware { state, action in code.copies(state.library, action).forEach(services.copy) },
        .working(services),
      ],
      continuingAfter: ActionNumber(UInt64(number)))
    self.store = store
    let presented = ModernStore(store, clock: services.clock)
    handlers = presented
    windows = WindowsPresenter(PresenterContext(stores: presented, handlers: presented))
  }

  package var actionsHandled: Int { Int(store.actionNumber.rawValue) }

  // Waits for the work itself. The state may claim forever that a sign-in is running, if the
  // reducer has a bug.
  package func settle() async {
    await store.settle()
  }
}

package struct ModernState: Equatable, Sendable {
  package var theme = ThemeState()
  package var account = SignInState()
  package var navigation = NavigationState()
  package var library = LibraryState()
  package var lists = ItemListsState()

  package init() {}
}

extension ModernState: ShownState {
  package var openWindows: [WindowUUID] { navigation.windows.map(\.window) }
  package func stack(of window: WindowUUID) -> [Route] { navigation[window] }
  package var appearance: Appearance { theme.current }
  package var themeChoices: ThemeChoices { theme.choices }
  package var status: AccountStatus { account.status }
  package var sync: SyncStatus { account.sync }
  package var logins: [LoginRecord] { library.logins }
  package func listState(of window: WindowUUID) -> ItemListState? { lists[window] }
}

/// The new code of the app: the pure reducer of each slice, and the effects.
package struct ModernCode: Sendable {
  package typealias Copies = @Sendable (LibraryState, LockboxAction) -> [Password]

  package var theme = ThemeState.reducer
  package var account = SignInState.reducer
  package var navigation = NavigationState.reducer
  package var library = LibraryState.reducer
  package var lists = ItemListsState.reducer
  /// Returns the copies that an action causes, given the state after it.
  package var copies: Copies = { LibraryState.copies($0, $1) }

  package init() {}

  package var reducer: Reducer<ModernState, LockboxAction> {
    .combine(
      account.scoped(to: \.account), library.scoped(to: \.library),
      lists.scoped(to: \.lists, reading: { $0.library }),
      navigation.scoped(to: \.navigation, reading: { $0.account }), theme.scoped(to: \.theme))
  }
}

/// The value store, as the presenters know it; its middlewares do the work.
private final class ModernStore: LockboxStores, ActionHandlers {
  let clock: SessionClock
  private let store: ValueStore<ModernState, LockboxAction>

  init(_ store: ValueStore<ModernState, LockboxAction>, clock: SessionClock) {
    self.store = store
    self.clock = clock
  }

  func observe<Value: Equatable & Sendable>(
    _ select: @escaping @Sendable (any ShownState) -> Value,
    _ show: @escaping @MainActor (Value) -> Void
  ) -> Any {
    store.subscribe({ select($0) }, show)
  }

  func drive(_ root: RootPresenter) -> Any {
    let window = root.window
    return observe({ $0.stack(of: window) }) { [weak root] in root?.show($0) }
  }

  func dispatch(_ action: LockboxAction) { store.dispatch(action) }

  func signIn(email: String) {
    if case .signingIn = store.state.account.status { return }
    store.dispatch(.account(.signInStarted(email: email)))
  }

  func sync() {
    if !store.state.account.sync.isSyncing { store.dispatch(.sync(.started)) }
  }

  func copy(_ field: LoginField, of login: LoginID, in window: WindowUUID) {
    store.dispatch(.list(.copied(field, of: login, at: clock.now), window))
  }
}

extension Middleware<ModernState, LockboxAction> {
  fileprivate static func working(_ services: any LockboxServices) -> Middleware {
    Middleware { _, action, context in
      switch action {
      case .account(.signInStarted(let email)):
        context.run(id: "sign-in") { send in await send(services.signIn(email: email)) }
      case .sync(.started):
        context.run(id: "sync") { send in await send(services.fetchChanges()) }
      default: break
      }
    }
  }
}
