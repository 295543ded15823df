extension LockboxReducers {
  static let routes: LockboxReduceBlock = { state, action in
    let windows = state.routes.windows
    switch action {
    case .account(.signedIn), .account(.unlocked):
      for window in windows where !window.isInside { window.stack = [.list] }
    case .account(.locked), .account(.signedOut):
      for window in windows { window.stack = [.welcome] }
    case .list(.open(let id), let windowID):
      push(.detail(id), onto: state.routes.window(windowID))
    case .route(.push(let route), let id):
      push(route, onto: state.routes.window(id))
    case .route(.pop, let id):
      guard let window = state.routes.window(id), window.stack.count > 1 else { return }
      window.stack.removeLast()
    case .items(.deleted(let id)):
      for window in windows { window.stack.removeAll { $0 == .detail(id) } }
    case .window(.open(let id)):
      guard state.routes.window(id) == nil else { return }
      let window = WindowRoutes(window: id)
      if windows.first?.isInside == true { window.stack = [.list] }
      state.routes.windows.append(window)
    case .window(.close(let id)):
      guard id != .main else { return }
      state.routes.windows.removeAll { $0.window == id }
    case .account, .items, .list, .sync, .theme:
      break
    }
  }

  /// Details and settings open over the list only.
  private static func push(_ route: Route, onto window: WindowRoutes?) {
    guard let window, window.top == .list, route != .list, route != .welcome else { return }
    window.stack.append(route)
  }
}
