import LockboxModern
import ReduxBridge
import ValueRedux

extension Projection<LockboxState, SignInState> {
  static let account = Projection(
    read: { state in
      let account = state.account
      return SignInState(
        status: account.status, isSyncing: account.isSyncing, lastSync: account.lastSync)
    },
    write: { state, value in
      state.account.status = value.status
      state.account.isSyncing = value.isSyncing
      state.account.lastSync = value.lastSync
    },
    clear: { $0.account = AccountState() })
}

extension Projection<LockboxState, NavigationState> {
  static let navigation = Projection(
    read: { state in
      NavigationState(
        windows: state.routes.windows.map {
          WindowNavigation(window: $0.window, stack: $0.stack)
        })
    },
    write: { state, value in
      state.routes.windows = value.windows.map { window in
        let routes = state.routes.window(window.window) ?? WindowRoutes(window: window.window)
        routes.stack = window.stack
        return routes
      }
    },
    clear: { $0.routes.windows = [] })
}

extension Projection<LockboxState, ThemeState> {
  static let theme = Projection(
    read: { state in
      let theme = state.theme
      var value = ThemeState()
      value.usesSystemAppearance = theme.usesSystemAppearance
      value.manual = theme.manual
      value.brightness = theme.brightness
      value.systemAppearance = theme.systemAppearance
      value.screenBrightness = theme.screenBrightness
      value.current = theme.current
      return value
    },
    write: { state, value in
      let theme = state.theme
      theme.usesSystemAppearance = value.usesSystemAppearance
      theme.manual = value.manual
      theme.brightness = value.brightness
      theme.systemAppearance = value.systemAppearance
      theme.screenBrightness = value.screenBrightness
      theme.current = value.current
    },
    clear: { $0.theme = ThemeSettings() })
}

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
