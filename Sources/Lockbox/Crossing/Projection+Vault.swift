import ReduxBridge
import ValueRedux

extension Projection<LockboxState, VaultState> {
  /// Maps the logins and their lists; a shared instance becomes an identity.
  static let vault = Projection(
    read: { state in
      VaultState(logins: state.library.items.map(\.record), lists: state.lists.map(ListState.init))
    },
    write: { state, value in
      state.library.hold(value.logins)
      state.lists = value.lists.map { list in
        let display =
          state.list(in: list.window)
          ?? ItemListDisplay(window: list.window, library: state.library)
        display.take(list, from: state.library)
        return display
      }
    },
    clear: { state in
      state.library.replaceAll(with: [])
      state.lists = []
    })
}

extension ListState {
  fileprivate init(_ display: ItemListDisplay) {
    self.init(
      window: display.window, filter: display.filter, sort: display.sort,
      selected: display.selected?.id,
      notice: display.notice.map { Signal($0, at: ActionNumber(display.noticeCount)) },
      notices: display.noticeCount)
  }
}

extension ItemListDisplay {
  fileprivate func take(_ list: ListState, from library: LoginLibrary) {
    filter = list.filter
    sort = list.sort
    if selected?.id != list.selected || selected?.library == nil {
      selected = list.selected.flatMap(library.login)
    }
    notice = list.notice?.event
    noticeCount = list.notices
  }
}
