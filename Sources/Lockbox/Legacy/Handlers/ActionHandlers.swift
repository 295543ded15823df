/// All action handlers of the app, made once.
@MainActor struct ActionHandlers {
  let account: AccountActionHandler
  let sync: SyncActionHandler
  let copy: CopyActionHandler
  let items: ItemActionHandler
  let routes: RouteActionHandler
  let theme: ThemeActionHandler

  init(store: LockboxStoring, dispatcher: Dispatcher, services: LockboxServices) {
    account = AccountActionHandler(dispatcher: dispatcher, services: services)
    sync = SyncActionHandler(dispatcher: dispatcher, services: services)
    copy = CopyActionHandler(store: store, dispatcher: dispatcher, services: services)
    items = ItemActionHandler(dispatcher: dispatcher, services: services)
    routes = RouteActionHandler(dispatcher: dispatcher)
    theme = ThemeActionHandler(dispatcher: dispatcher)
  }

  /// Returns when all asynchronous work has dispatched its result.
  func finish() async {
    await account.finish()
    await sync.finish()
  }
}
