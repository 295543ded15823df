import ReduxBridge

extension Projection<LockboxState, NavigationState> {
  static let navigation = Projection(
    read: { state in
      NavigationState(
        windows: state.routes.windows.map {
          WindowNavigation(window: $0.window, stack: $0.stack)
        })
    },
    write: { state, value in
      state.routes.windows = value.windows.map { window in
        let routes = state.routes.window(window.window) ?? WindowRoutes(window: window.window)
        routes.stack = window.stack
        return routes
      }
    },
    clear: { $0.routes.windows = [] })
}
