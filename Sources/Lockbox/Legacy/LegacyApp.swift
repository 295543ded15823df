import LockboxModern
import Foundation
import ReferenceRedux

/// The legacy app: a store, the dispatcher, the action handlers and the windows.
@MainActor final class LegacyApp: LockboxApp {
  let store: LockboxStoring
  private let legacyHandlers: LegacyActionHandlers
  private let stores: any LockboxStores
  private(set) var windows: TerminalWindowsView

  /// Puts the app on its store.
  convenience init(store: LockboxStore, dispatcher: Dispatcher, services: LockboxServices) {
    let handlers = LegacyActionHandlers(dispatcher: dispatcher, services: services, store: store)
    self.init(
      store: store, dispatcher: dispatcher, handlers: handlers, stores: LegacyStores(store: store))
  }

  /// Puts the app on any store of its state, with outputs of that store.
  init(
    store: LockboxStoring, dispatcher: Dispatcher, handlers: LegacyActionHandlers,
    stores: any LockboxStores
  ) {
    self.store = store
    legacyHandlers = handlers
    self.stores = stores
    dispatcher.register(store.dispatch)
    windows = TerminalWindowsView(context: PresenterContext(stores: stores, handlers: handlers))
  }

  var handlers: any ActionHandlers { legacyHandlers }
  var actionsHandled: Int { store.statistics.actionsReduced }

  func settle(within patience: Duration) async -> Bool {
    let isIdle = await wait(within: patience) { !legacyHandlers.isBusy }
    await store.settle()
    return isIdle
  }

  /// Makes all screens anew, as if each window were closed and opened again.
  func rebuildWindows() {
    windows = TerminalWindowsView(context: PresenterContext(stores: stores, handlers: handlers))
  }
}

/// The store as the legacy app sees it, in any subclass.
typealias LockboxStoring = ReferenceStore<LockboxState, LockboxAction>

/// The store of the legacy app.
final class LockboxStore: ReferenceStore<LockboxState, LockboxAction>, @unchecked Sendable {
  static let shared = LockboxStore()

  init() {
    super.init(state: LockboxState(), reducers: LockboxReducers.all)
  }
}

/// Delivers every action of the app to the registered receivers.
//
// Sendable because
// 1. `receivers` is the only mutable state, and
// 2. it is read and written under `lock` alone.
final class Dispatcher: @unchecked Sendable {
  static let shared = Dispatcher()

  private let lock = NSLock()
  private var receivers: [@Sendable (LockboxAction) -> Void] = []

  /// Calls `receiver` with each later action, on the thread that dispatches it.
  func register(_ receiver: @escaping @Sendable (LockboxAction) -> Void) {
    lock.withLock { receivers.append(receiver) }
  }

  func dispatch(_ action: LockboxAction) {
    for receiver in lock.withLock({ receivers }) { receiver(action) }
  }
}
