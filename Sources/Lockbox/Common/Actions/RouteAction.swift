/// Navigation between the screens of one window.
enum RouteAction: Hashable, Sendable {
  case push(Route)
  case pop
}

enum WindowAction: Hashable, Sendable {
  case open(WindowID)
  case close(WindowID)
}
