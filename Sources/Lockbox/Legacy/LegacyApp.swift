import Foundation
import ReferenceRedux

/// The legacy app: a store, the dispatcher, the action handlers and the windows.
@MainActor final class LegacyApp: LockboxApp {
  let store: LockboxStoring
  let handlers: ActionHandlers
  private let factory: any PresenterFactory
  private var view: TerminalWindowsView

  /// Puts the app on its store.
  convenience init(store: LockboxStore, dispatcher: Dispatcher, services: LockboxServices) {
    let copying = CopyActionHandler(dispatcher: dispatcher, services: services, store: store)
    let handlers = ActionHandlers(dispatcher: dispatcher, services: services, copying: copying)
    self.init(
      store: store, dispatcher: dispatcher, handlers: handlers,
      factory: LegacyPresenters(store: store, handlers: handlers))
  }

  /// Puts the app on any store of its state, with presenters for that store.
  init(
    store: LockboxStoring, dispatcher: Dispatcher, handlers: ActionHandlers,
    factory: any PresenterFactory
  ) {
    self.store = store
    self.handlers = handlers
    self.factory = factory
    dispatcher.register(store.dispatch)
    view = TerminalWindowsView(factory: factory)
  }

  var commands: any LockboxCommands { handlers }
  var windows: TerminalWindowsView { view }
  var actionsHandled: Int { store.statistics.actionsReduced }

  func settle(within patience: Duration) async -> Bool {
    let isIdle = await wait(within: patience) { !handlers.isBusy }
    await store.settle()
    return isIdle
  }

  /// Makes all screens anew, as if each window were closed and opened again.
  func rebuildWindows() {
    view = TerminalWindowsView(factory: factory)
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
