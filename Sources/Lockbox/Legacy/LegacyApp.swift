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
