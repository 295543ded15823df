import LockboxModern
import ReduxBridge
import ReferenceRedux
import ValueRedux

/// Delivers every action of the app to the registered stores.
typealias Dispatcher = FluxDispatcher<LockboxAction>

typealias LockboxStoring = ReferenceStore<LockboxState, LockboxAction>

final class LockboxStore: ReferenceStore<LockboxState, LockboxAction>, @unchecked Sendable {
  static let shared = LockboxStore()

  init() {
    super.init(state: LockboxState(), reducers: LockboxReducers.all)
  }
}

/// The stores of the legacy app, with outputs in the form of Rx subjects.
@MainActor final class LegacyStores: LockboxStores {
  static let shared = LegacyStores(LockboxStore.shared)

  let dispatcher = Dispatcher()
  let store: LockboxStoring
  private let state: FluxStore<LockboxStoring>
  /// Delivers the logins after each action that may change them, since there are many.
  private let allLogins: FluxOutput<[LoginRecord]>

  init(_ store: LockboxStoring = LockboxStore()) {
    self.store = store
    state = FluxStore(store, registeredWith: dispatcher)
    allLogins = state.behavior(startingWith: store.read(\.library.records)) { action, state in
      switch action {
      case .items, .sync, .list(.copied, _): state.library.records
      case .account, .list, .route, .theme, .window: nil
      }
    }
  }

  var windows: Output<[WindowUUID]> { behavior { $0.routes.map(\.window) } }

  func drive(_ root: RootPresenter) -> Any {
    let window = root.window
    let routes = ValueFacade(store, reading: { $0.routes(in: window)?.stack ?? [] })
    return RouteDriver(routes, routes: { $0 }, router: root)
  }

  var appearance: Output<Appearance> { behavior { $0.theme.current } }

  var themeSettings: Output<ThemeChoices> { behavior { $0.theme.choices } }

  var status: Output<AccountStatus> { behavior { $0.account.status } }

  var sync: Output<SyncStatus> { behavior { $0.account.sync } }

  var logins: Output<[LoginRecord]> { Output(allLogins) }

  func display(in window: WindowUUID) -> Output<ListDisplay?> {
    behavior { state in
      state.list(in: window).map { list in
        ListDisplay(
          filter: list.filter, sort: list.sort, selected: list.selected?.record.id,
          notice: list.notice)
      }
    }
  }

  private func behavior<Value: Equatable & Sendable>(
    _ select: @escaping @Sendable (LockboxState) -> Value
  ) -> Output<Value> {
    Output(state.behavior(select))
  }
}

extension RootPresenter: Router {}

extension Output where Value: Sendable {
  init(_ output: FluxOutput<Value>) {
    self.init { receive in output.observe(receive) }
  }
}
