package import ValueRedux

package struct ItemListsState: Equatable, Sendable {
  package var screens = ActiveScreens<ItemListState>()

  package init(_ lists: [ItemListState] = [ItemListState(window: .main)]) {
    for list in lists { screens.show(list) }
  }

  package subscript(window: WindowUUID) -> ItemListState? {
    screens.state(ItemListState.self, in: window)
  }

  /// Reads the library: a login is opened or copied only if it exists.
  package static let reducer = ReadingReducer<ItemListsState, LibraryState, LockboxAction> {
    state, library, action in
    switch action {
    case .window(.open(let window)):
      if state[window] == nil { state.screens.show(ItemListState(window: window)) }
    case .window(.close(let window)):
      if window != .main { state.screens.closeWindow(window) }
    default:
      guard let address = action.address else { return }
      for var list in state.screens.screens where address.includes(list.screen) {
        list.reduce(action, reading: library)
        state.screens.show(list)
      }
    }
  }
}

/// The list of one window: what it shows of the library, and which login is open.
package struct ItemListState: ScreenState {
  package let screen: ScreenInstance
  package var filter = ""
  package var sort = SortOrder.title
  package var selected: LoginID?
  package var notice: Signal<Notice>?
  package var notices: UInt64 = 0

  package init(window: WindowUUID) {
    // A window has one list, as long as it is open.
    screen = ScreenInstance(window: window, id: window.rawValue)
  }

  fileprivate mutating func reduce(_ action: LockboxAction, reading library: LibraryState) {
    switch action {
    case .list(let change, _):
      notice = nil
      apply(change, reading: library)
    case .route(.pop, _):
      (selected, notice) = (nil, nil)
    case .items, .sync:
      if let login = selected, library.login(login) == nil { selected = nil }
    case .account(.locked), .account(.signedOut):
      (filter, selected, notice) = ("", nil, nil)
    case .account, .route, .theme, .window:
      break
    }
  }

  private mutating func apply(_ change: ItemListAction, reading library: LibraryState) {
    switch change {
    case .filter(let text): filter = text
    case .sort(let order): sort = order
    case .open(let id): selected = library.login(id)?.id
    case .copied(let field, let id, _):
      guard library.login(id) != nil else { return }
      notices += 1
      notice = Signal(.copied(field), at: ActionNumber(notices))
    }
  }
}
