/// The screens of each open window, in the order in which the windows were opened.
struct NavigationState: Equatable, Sendable {
  var windows = [WindowNavigation(window: .main)]

  /// The window with an identity; `nil` if it is not open.
  subscript(window: WindowID) -> WindowNavigation? {
    windows.first { $0.window == window }
  }
}

/// The screens of one window, from the root to the one on top.
struct WindowNavigation: Equatable, Sendable {
  let window: WindowID
  var stack: [Route] = [.welcome]

  var top: Route { stack.last ?? .welcome }

  /// Whether the window shows logins, rather than the welcome screen.
  var isInside: Bool { stack.first == .list }
}
