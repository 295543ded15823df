/// Dispatches changes of the library and of its lists.
@MainActor final class ItemActionHandler {
  private let dispatcher: Dispatcher
  private let services: LockboxServices

  init(dispatcher: Dispatcher, services: LockboxServices) {
    self.dispatcher = dispatcher
    self.services = services
  }

  func imported(_ logins: [LoginRecord]) {
    dispatcher.dispatch(.items(.imported(logins)))
  }

  func edit(_ login: LoginID, _ edit: LoginEdit) {
    dispatcher.dispatch(.items(.edited(login, edit, at: services.clock.now)))
  }

  func delete(_ login: LoginID) {
    dispatcher.dispatch(.items(.deleted(login)))
  }

  func display(_ action: ItemListAction, in window: WindowID) {
    dispatcher.dispatch(.list(action, window))
  }
}
