/// The state of the legacy app: one graph of classes, mutated in place by the reduce blocks.
final class LockboxState: Codable {
  var account = AccountState()
  var library = LoginLibrary()
  /// How each window shows the library, in the order in which the windows were opened.
  var lists: [ItemListDisplay] = []
  var routes = RouteState()
  var theme = ThemeSettings()

  /// The state of an app that has just been started: signed out, without logins, one window.
  init() {
    openWindow(.main)
  }

  /// The display state of a window, or `nil` when the window is not open.
  func list(in window: WindowID) -> ItemListDisplay? {
    lists.first { $0.window == window }
  }

  private func openWindow(_ window: WindowID) {
    lists.append(ItemListDisplay(window: window, library: library))
    routes.windows.append(WindowRoutes(window: window))
  }
}
