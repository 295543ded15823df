/// What the presenters ask the app to do.
///
/// Most handlers construct an action and pass it on. Signing in, syncing and copying are work, which
/// the app does in the handler before the migration, and in middlewares after it.
@MainActor package protocol ActionHandlers: AnyObject {
  var clock: any LockboxClock { get }
  func dispatch(_ action: LockboxAction)
  /// Starts a sign-in, unless one is running.
  func signIn(email: String)
  /// Starts a sync, unless one is running.
  func sync()
  func copy(_ field: LoginField, of login: LoginID, in window: WindowID)
}

extension ActionHandlers {
  package func load(_ logins: [LoginRecord]) {
    dispatch(.items(.imported(logins)))
  }

  package func edit(_ login: LoginID, _ edit: LoginEdit) {
    dispatch(.items(.edited(login, edit, at: clock.now)))
  }

  package func delete(_ login: LoginID) {
    dispatch(.items(.deleted(login)))
  }

  package func display(_ action: ItemListAction, in window: WindowID) {
    dispatch(.list(action, window))
  }

  package func go(_ action: RouteAction, in window: WindowID) {
    dispatch(.route(action, window))
  }

  package func change(_ theme: ThemeAction) {
    dispatch(.theme(theme))
  }

  package func lock() {
    dispatch(.account(.locked))
  }

  package func unlock() {
    dispatch(.account(.unlocked(at: clock.now)))
  }

  package func signOut() {
    dispatch(.account(.signedOut))
  }
}
