package import ValueRedux

/// The screens of each open window, in the order in which the windows were opened.
package struct NavigationState: Equatable, Sendable {
  package var windows = [WindowNavigation(window: .main)]

  package init(windows: [WindowNavigation] = [WindowNavigation(window: .main)]) {
    self.windows = windows
  }

  /// The window with an identity; `nil` if it is not open.
  package subscript(window: WindowID) -> WindowNavigation? {
    windows.first { $0.window == window }
  }
}

/// The screens of one window, from the root to the one on top.
package struct WindowNavigation: Equatable, Sendable {
  package let window: WindowID
  package var stack: [Route] = [.welcome]

  package init(window: WindowID, stack: [Route] = [.welcome]) {
    self.window = window
    self.stack = stack
  }

  package var top: Route { stack.last ?? .welcome }

  /// Whether the window shows logins, rather than the welcome screen.
  package var isInside: Bool { stack.first == .list }
}

extension NavigationState {
  package static let reducer = Reducer<NavigationState, LockboxAction> { state, action in
    switch action {
    case .account(.signedIn), .account(.unlocked):
      state.updateAll { if !$0.isInside { $0.stack = [.list] } }
    case .account(.locked), .account(.signedOut):
      state.updateAll { $0.stack = [.welcome] }
    case .list(.open(let login), let window):
      state.update(window) { $0.push(.detail(login)) }
    case .route(.push(let route), let window):
      state.update(window) { $0.push(route) }
    case .route(.pop, let window):
      state.update(window) { if $0.stack.count > 1 { $0.stack.removeLast() } }
    case .items(.deleted(let login)):
      state.updateAll { $0.stack.removeAll { $0 == .detail(login) } }
    case .window(let change):
      state.apply(change)
    case .account, .items, .list, .sync, .theme:
      break
    }
  }

  private mutating func apply(_ change: WindowAction) {
    switch change {
    case .open(let window):
      guard self[window] == nil else { return }
      let isInside = windows.first?.isInside == true
      windows.append(WindowNavigation(window: window, stack: isInside ? [.list] : [.welcome]))
    case .close(let window):
      windows.removeAll { $0.window == window && window != .main }
    }
  }

  private mutating func update(_ window: WindowID, _ change: (inout WindowNavigation) -> Void) {
    for index in windows.indices where windows[index].window == window { change(&windows[index]) }
  }

  private mutating func updateAll(_ change: (inout WindowNavigation) -> Void) {
    for index in windows.indices { change(&windows[index]) }
  }
}

extension WindowNavigation {
  /// Details and settings open over the list only.
  fileprivate mutating func push(_ route: Route) {
    guard top == .list, route != .list, route != .welcome else { return }
    stack.append(route)
  }
}
