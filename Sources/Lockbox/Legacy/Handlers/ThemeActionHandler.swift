/// Dispatches changes of the theme's settings, and reports of the device.
@MainActor final class ThemeActionHandler {
  private let dispatcher: Dispatcher

  init(dispatcher: Dispatcher) {
    self.dispatcher = dispatcher
  }

  func change(_ change: ThemeAction) {
    dispatcher.dispatch(.theme(change))
  }
}
