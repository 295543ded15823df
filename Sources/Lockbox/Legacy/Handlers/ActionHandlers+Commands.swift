extension ActionHandlers: LockboxCommands {
  func load(_ logins: [LoginRecord]) {
    items.imported(logins)
  }

  func signIn(email: String) {
    account.signIn(email: email)
  }

  func lock() {
    account.lock()
  }

  func unlock() {
    account.unlock()
  }

  func signOut() {
    account.signOut()
  }

  func sync() {
    syncing.start()
  }

  func copy(_ field: LoginField, of login: LoginID, in window: WindowID) {
    copying.copy(field, of: login, in: window)
  }

  func edit(_ login: LoginID, _ edit: LoginEdit) {
    items.edit(login, edit)
  }

  func delete(_ login: LoginID) {
    items.delete(login)
  }

  func display(_ action: ItemListAction, in window: WindowID) {
    items.display(action, in: window)
  }

  func go(_ action: RouteAction, in window: WindowID) {
    routes.go(action, in: window)
  }

  func change(_ theme: ThemeAction) {
    self.theme.change(theme)
  }

  func open(_ window: WindowID) {
    routes.open(window)
  }

  func close(_ window: WindowID) {
    routes.close(window)
  }
}
