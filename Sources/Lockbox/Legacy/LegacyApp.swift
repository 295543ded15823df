import LockboxModern
import ReduxBridge
import ReferenceRedux
import ValueRedux

/// The legacy app, on its own store or on that of the migration: a dispatcher, stores, action handlers
/// and the windows.
@MainActor final class LegacyApp: LockboxApp {
  let windows: WindowsPresenter
  private let store: LockboxStoring
  private let legacyHandlers: LegacyActionHandlers

  /// Puts the app on a store, whose outputs are registered with a dispatcher.
  ///
  /// `willCopy` runs before an action that copies; it does nothing if the store copies by itself.
  init(
    store: LockboxStoring, stores: any LockboxStores, dispatcher: Dispatcher,
    services: any LockboxServices, willCopy: @escaping (LockboxAction) -> Void = { _ in }
  ) {
    self.store = store
    legacyHandlers = LegacyActionHandlers(dispatcher, services, willCopy: willCopy)
    windows = WindowsPresenter(PresenterContext(stores: stores, handlers: legacyHandlers))
  }

  /// Puts the app on a store of its own.
  convenience init(_ stores: LegacyStores, services: any LockboxServices) {
    self.init(
      store: stores.store, stores: stores, dispatcher: stores.dispatcher, services: services
    ) { action in
      stores.store.read { LockboxReducers.copies($0, action) }.forEach(services.copy)
    }
  }

  var handlers: any ActionHandlers { legacyHandlers }
  var actionsHandled: Int { store.statistics.actionsReduced }

  func settle() async {
    while legacyHandlers.isBusy { await Task.yield() }
    await store.settle()
  }
}

/// The action handlers of the legacy app, some of which do work before they dispatch.
final class LegacyActionHandlers: ActionHandlers {
  private let dispatcher: Dispatcher
  private let services: any LockboxServices
  private let willCopy: (LockboxAction) -> Void
  /// The work that runs, by its name.
  private var running: [String: Task<Void, Never>] = [:]

  init(
    _ dispatcher: Dispatcher, _ services: any LockboxServices,
    willCopy: @escaping (LockboxAction) -> Void
  ) {
    self.dispatcher = dispatcher
    self.services = services
    self.willCopy = willCopy
  }

  var clock: SessionClock { services.clock }
  var isBusy: Bool { !running.isEmpty }

  func dispatch(_ action: LockboxAction) { dispatcher.dispatch(action) }

  func signIn(email: String) {
    start("sign-in", with: .account(.signInStarted(email: email))) { [services] in
      await services.signIn(email: email)
    }
  }

  func sync() {
    start("sync", with: .sync(.started)) { [services] in await services.fetchChanges() }
  }

  /// Copies a field to the clipboard; the secret goes nowhere else.
  func copy(_ field: LoginField, of login: LoginID, in window: WindowUUID) {
    let action = LockboxAction.list(.copied(field, of: login, at: clock.now), window)
    willCopy(action)
    dispatch(action)
  }

  /// Starts work in the background, and dispatches its result when there is one.
  private func start(
    _ work: String, with first: LockboxAction, _ perform: @escaping () async -> LockboxAction
  ) {
    guard running[work] == nil else { return }
    dispatch(first)
    running[work] = Task {
      dispatch(await perform())
      running[work] = nil
    }
  }
}
