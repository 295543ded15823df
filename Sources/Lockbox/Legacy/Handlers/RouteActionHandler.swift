/// Dispatches navigation within a window, and opening and closing of windows.
@MainActor final class RouteActionHandler {
  private let dispatcher: Dispatcher

  init(dispatcher: Dispatcher) {
    self.dispatcher = dispatcher
  }

  func go(_ action: RouteAction, in window: WindowID) {
    dispatcher.dispatch(.route(action, window))
  }

  func open(_ window: WindowID) {
    dispatcher.dispatch(.window(.open(window)))
  }

  func close(_ window: WindowID) {
    dispatcher.dispatch(.window(.close(window)))
  }
}
