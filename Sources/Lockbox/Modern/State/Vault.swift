import Foundation
package import ValueRedux

/// All logins, and the list of each window.
package struct VaultState: Equatable, Sendable {
  package var logins: [LoginRecord] = []
  /// In the order in which the windows were opened.
  package var lists = [ListState(window: .main)]

  package init(logins: [LoginRecord] = [], lists: [ListState] = [ListState(window: .main)]) {
    self.logins = logins
    self.lists = lists
  }

  /// The list of a window; `nil` if the window is not open.
  package subscript(window: WindowID) -> ListState? {
    lists.first { $0.window == window }
  }

  package func login(_ id: LoginID) -> LoginRecord? {
    logins.first { $0.id == id }
  }
}

/// The list of one window.
package struct ListState: Equatable, Sendable {
  package let window: WindowID
  package var filter = ""
  package var sort = SortOrder.title
  /// The login that is open in this window.
  package var selected: LoginID?
  /// A message for the user, shown once.
  package var notice: Signal<Notice>?
  /// The number of notices in this window so far.
  package var notices: UInt64 = 0

  package init(
    window: WindowID, filter: String = "", sort: SortOrder = .title, selected: LoginID? = nil,
    notice: Signal<Notice>? = nil, notices: UInt64 = 0
  ) {
    self.window = window
    self.filter = filter
    self.sort = sort
    self.selected = selected
    self.notice = notice
    self.notices = notices
  }
}

extension ListState {
  /// Shows a notice, even if it equals the previous one.
  package mutating func signal(_ notice: Notice) {
    notices += 1
    self.notice = Signal(notice, at: ActionNumber(notices))
  }

  /// Clears the filter, the selection and the notice.
  package mutating func reset() {
    filter = ""
    selected = nil
    notice = nil
  }
}

extension VaultState {
  /// Reduces the logins first, since the lists depend on them.
  package static let reducer = Reducer<VaultState, LockboxAction> { state, action in
    state.updateLogins(action)
    state.updateLists(action)
  }

  private mutating func updateLogins(_ action: LockboxAction) {
    switch action {
    case .items(.imported(let records)):
      logins = records
    case .items(.edited(let id, let edit, let date)):
      updateLogin(id) { $0.apply(edit, at: date) }
    case .items(.deleted(let id)):
      logins.removeAll { $0.id == id }
    case .list(.copied(_, let id, let date), _):
      updateLogin(id) { $0.lastUsed = date }
    case .sync(.finished(let changes, _)):
      for record in changes.updated where !updateLogin(record.id, { $0.merge(record) }) {
        logins.append(record)
      }
      logins.removeAll { changes.deleted.contains($0.id) }
    case .account, .list, .route, .sync, .theme, .window:
      break
    }
  }

  private mutating func updateLists(_ action: LockboxAction) {
    switch action {
    case .list(let change, let window):
      updateList(window) { list, vault in list.apply(change, in: vault) }
    case .route(.pop, let window):
      updateList(window) { list, _ in (list.selected, list.notice) = (nil, nil) }
    case .items, .sync:
      for list in lists {
        guard let selected = list.selected, login(selected) == nil else { continue }
        updateList(list.window) { list, _ in list.selected = nil }
      }
    case .account(.locked), .account(.signedOut):
      for list in lists { updateList(list.window) { list, _ in list.reset() } }
    case .window(.open(let window)):
      if self[window] == nil { lists.append(ListState(window: window)) }
    case .window(.close(let window)):
      lists.removeAll { $0.window == window && window != .main }
    case .account, .route, .theme:
      break
    }
  }

  @discardableResult
  private mutating func updateLogin(_ id: LoginID, _ change: (inout LoginRecord) -> Void) -> Bool {
    guard let index = logins.firstIndex(where: { $0.id == id }) else { return false }
    change(&logins[index])
    return true
  }

  private mutating func updateList(
    _ window: WindowID, _ change: (inout ListState, VaultState) -> Void
  ) {
    guard let index = lists.firstIndex(where: { $0.window == window }) else { return }
    var list = lists[index]
    change(&list, self)
    lists[index] = list
  }
}

extension ListState {
  fileprivate mutating func apply(_ change: ItemListAction, in vault: VaultState) {
    notice = nil
    switch change {
    case .filter(let text): filter = text
    case .sort(let order): sort = order
    case .open(let id): selected = vault.login(id)?.id
    case .copied(let field, let id, _):
      if vault.login(id) != nil { signal(.copied(field)) }
    }
  }
}

extension LoginRecord {
  fileprivate mutating func apply(_ edit: LoginEdit, at date: Date) {
    switch edit {
    case .username(let username):
      self.username = username
    case .password(let password):
      guard password != self.password else { return }
      self.password = password
      passwordChanged = date
    }
  }

  /// Updates this login from a record of the same login.
  fileprivate mutating func merge(_ record: LoginRecord) {
    self = record
  }
}

extension VaultState {
  /// The copies that an action causes, given the state after it.
  package static func effects(_ state: VaultState, _ action: LockboxAction) -> [CopyEffect] {
    guard case .list(.copied(let field, let id, _), _) = action, let login = state.login(id)
    else { return [] }
    switch field {
    case .username: return [CopyEffect(text: Password(login.username))]
    case .password: return [CopyEffect(text: login.password)]
    }
  }
}
