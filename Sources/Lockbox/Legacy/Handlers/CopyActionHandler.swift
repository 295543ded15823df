import ReferenceRedux

/// Copies a field of a login to the clipboard.
///
/// The secret goes there, and nowhere else.
@MainActor final class CopyActionHandler {
  private let store: LockboxStoring
  private let dispatcher: Dispatcher
  private let services: LockboxServices

  init(store: LockboxStoring, dispatcher: Dispatcher, services: LockboxServices) {
    self.store = store
    self.dispatcher = dispatcher
    self.services = services
  }

  /// Does nothing when the login is gone.
  func copy(_ field: LoginField, of id: LoginID, in window: WindowID) {
    let text: Password? = store.read { state in
      guard let login = state.library.login(id) else { return nil }
      switch field {
      case .username: return Password(login.username)
      case .password: return login.password
      }
    }
    guard let text else { return }
    services.pasteboard.put(text)
    dispatcher.dispatch(.list(.copied(field, of: id, at: services.clock.now), window))
  }
}
