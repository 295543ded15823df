extension LockboxReducers {
  static let library: LockboxReduceBlock = { state, action in
    let library = state.library
    switch action {
    case .items(.imported(let records)):
      library.replaceAll(with: records)
    case .items(.edited(let id, let edit, let date)):
      guard let login = library.login(id) else { return }
      switch edit {
      case .username(let username):
        login.username = username
      case .password(let password) where password != login.password:
        login.password = password
        login.passwordChanged = date
      case .password:
        break
      }
    case .items(.deleted(let id)):
      library.remove(id)
    case .list(.copied(_, let id, let date), _):
      library.login(id)?.lastUsed = date
    case .sync(.finished(let changes, _)):
      changes.updated.forEach(library.merge)
      changes.deleted.forEach(library.remove)
    case .account, .list, .route, .sync, .theme, .window:
      break
    }
  }
}
