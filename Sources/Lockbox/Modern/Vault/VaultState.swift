import ValueRedux

/// All logins, and the list of each window.
struct VaultState: Equatable, Sendable {
  var logins: [LoginRecord] = []
  /// In the order in which the windows were opened.
  var lists = [ListState(window: .main)]

  /// The list of a window; `nil` if the window is not open.
  subscript(window: WindowID) -> ListState? {
    lists.first { $0.window == window }
  }

  func login(_ id: LoginID) -> LoginRecord? {
    logins.first { $0.id == id }
  }
}

/// The list of one window.
struct ListState: Equatable, Sendable {
  let window: WindowID
  var filter = ""
  var sort = SortOrder.title
  /// The login that is open in this window.
  var selected: LoginID?
  /// A message for the user, shown once.
  var notice: Signal<Notice>?
  /// The number of notices in this window so far.
  var notices: UInt64 = 0
}

extension ListState {
  /// Shows a notice, even if it equals the previous one.
  mutating func signal(_ notice: Notice) {
    notices += 1
    self.notice = Signal(notice, at: ActionNumber(notices))
  }

  /// Clears the filter, the selection and the notice.
  mutating func reset() {
    filter = ""
    selected = nil
    notice = nil
  }
}
