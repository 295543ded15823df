/// All action handlers of the app.
@MainActor final class ActionHandlers {
  let account: AccountActionHandler
  let syncing: SyncActionHandler
  let copying: CopyActionHandler
  let items: ItemActionHandler
  let routes: RouteActionHandler
  let theme: ThemeActionHandler

  init(
    dispatcher: Dispatcher, services: LockboxServices, copying: CopyActionHandler
  ) {
    account = AccountActionHandler(dispatcher: dispatcher, services: services)
    syncing = SyncActionHandler(dispatcher: dispatcher, services: services)
    self.copying = copying
    items = ItemActionHandler(dispatcher: dispatcher, services: services)
    routes = RouteActionHandler(dispatcher: dispatcher)
    theme = ThemeActionHandler(dispatcher: dispatcher)
  }

  /// Whether a sign-in or a sync is running.
  var isBusy: Bool { account.isBusy || syncing.isBusy }
}
