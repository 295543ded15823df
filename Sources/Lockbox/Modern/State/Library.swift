package import ValueRedux

package struct LibraryState: Equatable, Sendable {
  package var logins: [LoginRecord]

  package init(logins: [LoginRecord] = []) {
    self.logins = logins
  }

  package func login(_ id: LoginID) -> LoginRecord? {
    logins.first { $0.id == id }
  }

  package static let reducer = Reducer<LibraryState, LockboxAction> { state, action in
    switch action {
    case .items(.imported(let records)):
      state.logins = records
    case .items(.edited(let id, let edit, let date)):
      state.update(id) { $0.apply(edit, at: date) }
    case .items(.deleted(let id)):
      state.logins.removeAll { $0.id == id }
    case .list(.copied(_, let id, let date), _):
      state.update(id) { $0.lastUsed = date }
    case .sync(.finished(let changes, _)):
      for record in changes.updated where !state.update(record.id, { $0 = record }) {
        state.logins.append(record)
      }
      state.logins.removeAll { changes.deleted.contains($0.id) }
    case .account, .list, .route, .sync, .theme, .window:
      break
    }
  }

  @discardableResult
  private mutating func update(_ id: LoginID, _ change: (inout LoginRecord) -> Void) -> Bool {
    guard let index = logins.firstIndex(where: { $0.id == id }) else { return false }
    change(&logins[index])
    return true
  }

  /// The copies that an action causes, given the state after it.
  package static func copies(_ state: LibraryState, _ action: LockboxAction) -> [Password] {
    guard case .list(.copied(let field, let id, _), _) = action, let login = state.login(id)
    else { return [] }
    return [login.text(of: field)]
  }
}
