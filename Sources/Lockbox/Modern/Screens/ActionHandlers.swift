package import ValueRedux

/// What the presenters ask the app to do.
///
/// Most handlers construct an action and pass it on. Signing in, syncing and copying are work, which
/// the app does in the handler before the migration, and in middlewares after it.
@MainActor package protocol ActionHandlers: AnyObject {
  var clock: SessionClock { get }
  func dispatch(_ action: LockboxAction)
  func signIn(email: String)
  func sync()
  func copy(_ field: LoginField, of login: LoginID, in window: WindowUUID)
}

extension ActionHandlers {
  package func display(_ action: ItemListAction, in window: WindowUUID) {
    dispatch(.list(action, window))
  }
}
