package import ValueRedux

/// The screens of each open window, in the order in which the windows were opened.
package struct NavigationState: Equatable, Sendable {
  package var windows: [WindowNavigation]

  package init(windows: [WindowNavigation] = [WindowNavigation(window: .main)]) {
    self.windows = windows
  }

  package subscript(window: WindowUUID) -> [Route] {
    windows.first { $0.window == window }?.stack ?? []
  }

  /// Reads the account, since only a user who is signed in leaves the welcome screen.
  package static let reducer = ReadingReducer<NavigationState, SignInState, LockboxAction> {
    state, account, action in
    switch action {
    case .account(.signedIn), .account(.unlocked):
      guard account.status.isSignedIn else { return }
      state.update { if $0.stack.first != .list { $0.stack = [.list] } }
    case .account(.locked), .account(.signedOut):
      state.update { $0.stack = [.welcome] }
    case .list(.open(let login), let window):
      state.update(window) { $0.push(.detail(login)) }
    case .route(.push(let route), let window):
      state.update(window) { $0.push(route) }
    case .route(.pop, let window):
      state.update(window) { if $0.stack.count > 1 { $0.stack.removeLast() } }
    case .items(.deleted(let login)):
      state.update { $0.stack.removeAll { $0 == .detail(login) } }
    case .window(.open(let window)):
      guard state[window].isEmpty else { return }
      let root = account.status.isSignedIn ? Route.list : .welcome
      state.windows.append(WindowNavigation(window: window, stack: [root]))
    case .window(.close(let window)):
      state.windows.removeAll { $0.window == window && window != .main }
    case .account, .items, .list, .sync, .theme:
      break
    }
  }

  private mutating func update(
    _ window: WindowUUID? = nil, _ change: (inout WindowNavigation) -> Void
  ) {
    for index in windows.indices where window == nil || windows[index].window == window {
      change(&windows[index])
    }
  }
}

/// The screens of one window, from the root to the one on top.
package struct WindowNavigation: Equatable, Sendable {
  package let window: WindowUUID
  package var stack: [Route]

  package init(window: WindowUUID, stack: [Route] = [.welcome]) {
    self.window = window
    self.stack = stack
  }

  /// Details and settings open over the list only.
  fileprivate mutating func push(_ route: Route) {
    guard stack.last == .list, route != .list, route != .welcome else { return }
    stack.append(route)
  }
}
