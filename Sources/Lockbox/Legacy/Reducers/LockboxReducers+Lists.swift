extension LockboxReducers {
  /// Reduces the list of each window; runs after ``library``.
  static let lists: LockboxReduceBlock = { state, action in
    switch action {
    case .list(let listAction, let window):
      guard let display = state.list(in: window) else { return }
      reduce(listAction, in: display, library: state.library)
    case .route(.pop, let window):
      state.list(in: window)?.selected = nil
      state.list(in: window)?.notice = nil
    case .items, .sync:
      state.lists.forEach(refreshSelection)
    case .account(.locked), .account(.signedOut):
      state.lists.forEach { $0.reset() }
    case .window(.open(let window)):
      guard state.list(in: window) == nil else { return }
      state.lists.append(ItemListDisplay(window: window, library: state.library))
    case .window(.close(let window)):
      guard window != .main else { return }
      state.lists.removeAll { $0.window == window }
    case .account, .route, .theme:
      break
    }
  }

  private static func reduce(
    _ action: ItemListAction, in display: ItemListDisplay, library: LoginLibrary
  ) {
    display.notice = nil
    switch action {
    case .filter(let text): display.filter = text
    case .sort(let order): display.sort = order
    case .open(let id): display.selected = library.login(id)
    case .copied(let field, let id, _):
      guard library.login(id) != nil else { return }
      display.notice = .copied(field)
      display.noticeCount += 1
    }
  }

  /// Deselects a deleted login, and selects the new instance of a replaced one.
  private static func refreshSelection(of display: ItemListDisplay) {
    guard let selected = display.selected, selected.library == nil else { return }
    display.selected = display.library?.login(selected.id)
  }
}
