import LockboxModern
import ReduxBridge
import ValueRedux

extension Projection<LockboxState, SignInState> {
  static let account = Projection(
    read: { state in
      var value = SignInState()
      value.status = state.account.status
      value.sync = state.account.sync
      return value
    },
    write: { state, value in
      state.account.status = value.status
      state.account.sync = value.sync
    },
    clear: { $0.account = AccountState() })
}

extension Projection<LockboxState, NavigationState> {
  static let navigation = Projection<LockboxState, [WindowNavigation]>.list(
    \.routes, objectID: \.window, valueID: \.window,
    element: Projection<WindowRoutes, WindowNavigation>(
      read: { WindowNavigation(window: $0.window, stack: $0.stack) },
      write: { $0.stack = $1.stack }),
    make: { WindowRoutes(window: $0.window, root: .welcome) }
  ).map({ NavigationState(windows: $0) }, back: { $0.windows })
}

extension Projection<LockboxState, ThemeState> {
  static let theme = Projection(
    read: { state in
      let theme = state.theme
      var value = ThemeState()
      value.choices = theme.choices
      value.systemAppearance = theme.systemAppearance
      value.screenBrightness = theme.screenBrightness
      value.current = theme.current
      return value
    },
    write: { state, value in
      let theme = state.theme
      theme.choices = value.choices
      theme.systemAppearance = value.systemAppearance
      theme.screenBrightness = value.screenBrightness
      theme.current = value.current
    },
    clear: { $0.theme = ThemeSettings() })
}

extension Projection<LockboxState, LibraryState> {
  /// Maps all logins; never cleared, since the lists share its objects.
  static let library = Projection(
    read: { LibraryState(logins: $0.library.records) },
    write: { $0.library.hold($1.logins) })
}

extension Projection<LockboxState, ItemListsState> {
  /// Maps the list of each window; the selected instance of the library becomes an identity.
  static let lists = Projection(
    read: { ItemListsState($0.lists.map(ItemListState.init)) },
    write: { state, value in
      state.lists = value.screens.screens.map { list in
        let window = list.screen.window
        let display =
          state.list(in: window) ?? ItemListDisplay(window: window, library: state.library)
        display.take(list, from: state.library)
        return display
      }
    },
    clear: { $0.lists = [] })
}

extension ItemListDisplay {
  fileprivate func take(_ list: ItemListState, from library: LoginLibrary) {
    filter = list.filter
    sort = list.sort
    selected = list.selected.flatMap(library.login)
    notice = list.notice?.event
    noticeCount = list.notices
  }
}
