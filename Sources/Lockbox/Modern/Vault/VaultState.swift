import ValueRedux

/// All logins, and how each window shows them.
struct VaultState: Equatable, Sendable {
  var logins: [LoginRecord] = []
  /// In the order in which the windows were opened.
  var lists = [ListState(window: .main)]

  /// The display state of a window, as far as it is open.
  subscript(window: WindowID) -> ListState? {
    lists.first { $0.window == window }
  }

  func login(_ id: LoginID) -> LoginRecord? {
    logins.first { $0.id == id }
  }
}

/// How one window shows the logins.
struct ListState: Equatable, Sendable {
  let window: WindowID
  var filter = ""
  var sort = SortOrder.title
  /// The login that is open in this window.
  var selected: LoginID?
  /// What to tell a person, once.
  var notice: Signal<Notice>?
  /// How many notices there were in this window: they are numbered.
  var notices: UInt64 = 0
}

extension ListState {
  /// Tells a person something.
  ///
  /// Each time is another one, though it may be the same message.
  mutating func signal(_ notice: Notice) {
    notices += 1
    self.notice = Signal(notice, at: ActionNumber(notices))
  }

  /// Forgets what a person typed and selected.
  mutating func reset() {
    filter = ""
    selected = nil
    notice = nil
  }
}
