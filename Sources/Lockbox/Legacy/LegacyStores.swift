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

  init(_ store: LockboxStoring = LockboxStore()) {
    self.store = store
    state = FluxStore(store, registeredWith: dispatcher)
  }

  func observe<Value: Equatable & Sendable>(
    _ select: @escaping @Sendable (any ShownState) -> Value,
    _ show: @escaping @MainActor (Value) -> Void
  ) -> Any {
    state.behavior { select($0) }.observe(show)
  }

  func drive(_ root: RootPresenter) -> Any {
    let window = root.window
    let routes = ValueFacade(store, reading: { $0.stack(of: window) })
    return RouteDriver(routes, routes: { $0 }, router: root)
  }
}

extension RootPresenter: Router {}
