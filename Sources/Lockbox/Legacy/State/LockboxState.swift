/// The state of the legacy app: one graph of classes, mutated in place by the reduce blocks.
final class LockboxState: Codable {
  var account = AccountState()
  var library = LoginLibrary()
  /// The list of each window, in the order in which the windows were opened.
  var lists: [ItemListDisplay] = []
  var routes = RouteState()
  var theme = ThemeSettings()

  /// The state of a newly started app: signed out, without logins, one window.
  init() {
    openWindow(.main)
  }

  /// The list of a window; `nil` if the window is not open.
  func list(in window: WindowID) -> ItemListDisplay? {
    lists.first { $0.window == window }
  }

  private func openWindow(_ window: WindowID) {
    lists.append(ItemListDisplay(window: window, library: library))
    routes.windows.append(WindowRoutes(window: window))
  }
}
