import ReferenceRedux

/// Copies a field of a login to the clipboard; the secret goes nowhere else.
@MainActor final class CopyActionHandler {
  private let dispatcher: Dispatcher
  private let services: LockboxServices
  private let store: LockboxStoring?

  /// Makes the handler.
  ///
  /// - Parameters:
  ///   - dispatcher: Delivers the action.
  ///   - services: The services, with the clipboard.
  ///   - store: The store with the login; `nil` if the store itself performs the copy.
  init(dispatcher: Dispatcher, services: LockboxServices, store: LockboxStoring?) {
    self.dispatcher = dispatcher
    self.services = services
    self.store = store
  }

  func copy(_ field: LoginField, of id: LoginID, in window: WindowID) {
    let action = LockboxAction.list(.copied(field, of: id, at: services.clock.now), window)
    let effects = store?.read { CopyEffect.effects(of: action, in: $0) } ?? []
    for effect in effects { services.pasteboard.put(effect.text) }
    dispatcher.dispatch(action)
  }
}

extension CopyEffect {
  /// The copies that an action causes in the legacy app.
  static func effects(of action: LockboxAction, in state: LockboxState) -> [CopyEffect] {
    guard case .list(.copied(let field, let id, _), _) = action,
      let login = state.library.login(id)
    else { return [] }
    switch field {
    case .username: return [CopyEffect(text: Password(login.username))]
    case .password: return [CopyEffect(text: login.password)]
    }
  }
}
