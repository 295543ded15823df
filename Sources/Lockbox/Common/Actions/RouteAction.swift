/// Moving between the screens of one window.
enum RouteAction: Hashable, Sendable {
  case push(Route)
  case pop
}

/// Opening and closing windows.
enum WindowAction: Hashable, Sendable {
  case open(WindowID)
  case close(WindowID)
}
