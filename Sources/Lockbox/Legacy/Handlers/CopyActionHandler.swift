import ReferenceRedux

/// Copies a field of a login to the clipboard: the secret goes there, and nowhere else.
@MainActor final class CopyActionHandler {
  private let dispatcher: Dispatcher
  private let services: LockboxServices
  private let store: LockboxStoring?

  /// Makes the handler.
  ///
  /// - Parameters:
  ///   - dispatcher: What the action goes through.
  ///   - services: The world outside, with the clipboard.
  ///   - store: Where the login is looked up; `nil` when the store itself has the copying done.
  init(dispatcher: Dispatcher, services: LockboxServices, store: LockboxStoring?) {
    self.dispatcher = dispatcher
    self.services = services
    self.store = store
  }

  func copy(_ field: LoginField, of id: LoginID, in window: WindowID) {
    let action = LockboxAction.list(.copied(field, of: id, at: services.clock.now), window)
    let effects = store?.read { CopyEffect.asked(by: action, of: $0) } ?? []
    for effect in effects { services.pasteboard.put(effect.text) }
    dispatcher.dispatch(action)
  }
}

extension CopyEffect {
  /// What an action asks the world outside to do, as the legacy app sees it.
  static func asked(by action: LockboxAction, of state: LockboxState) -> [CopyEffect] {
    guard case .list(.copied(let field, let id, _), _) = action,
      let login = state.library.login(id)
    else { return [] }
    switch field {
    case .username: return [CopyEffect(text: Password(login.username))]
    case .password: return [CopyEffect(text: login.password)]
    }
  }
}
