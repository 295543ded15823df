extension LegacyApp {
  /// Puts the app on the store of its migration.
  ///
  /// The action handlers stay, except for copying, which becomes an effect that the store compares.
  convenience init(crossing store: CrossingStore, services: LockboxServices) {
    let dispatcher = Dispatcher()
    let copying = CopyActionHandler(dispatcher: dispatcher, services: services, store: nil)
    let handlers = ActionHandlers(dispatcher: dispatcher, services: services, copying: copying)
    let slices = store.slices
    let modern = ModernPresenters(
      theme: store.source(of: slices.theme), account: store.source(of: slices.account),
      navigation: store.source(of: slices.navigation), vault: store.source(of: slices.vault),
      commands: handlers)
    let factory = CrossingPresenters(
      legacy: LegacyPresenters(store: store, handlers: handlers), modern: modern, store: store)
    self.init(store: store, dispatcher: dispatcher, handlers: handlers, factory: factory)
  }
}
