/// The commands of the screens to the app.
@MainActor protocol LockboxCommands: AnyObject {
  func load(_ logins: [LoginRecord])
  func signIn(email: String)
  func lock()
  func unlock()
  func signOut()
  func sync()
  func copy(_ field: LoginField, of login: LoginID, in window: WindowID)
  func edit(_ login: LoginID, _ edit: LoginEdit)
  func delete(_ login: LoginID)
  func display(_ action: ItemListAction, in window: WindowID)
  func go(_ action: RouteAction, in window: WindowID)
  func change(_ theme: ThemeAction)
  func open(_ window: WindowID)
  func close(_ window: WindowID)
}
