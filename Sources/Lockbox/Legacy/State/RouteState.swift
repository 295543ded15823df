/// The screens of each open window, in the order in which the windows were opened.
final class RouteState: Codable {
  var windows: [WindowRoutes] = []

  func window(_ id: WindowID) -> WindowRoutes? {
    windows.first { $0.window == id }
  }
}

/// The screens of one window, from the root to the one on top.
final class WindowRoutes: Codable {
  let window: WindowID
  var stack: [Route] = [.welcome]

  init(window: WindowID) {
    self.window = window
  }

  var top: Route { stack.last ?? .welcome }

  /// Whether the window shows logins, rather than the welcome screen.
  var isInside: Bool { stack.first == .list }
}
