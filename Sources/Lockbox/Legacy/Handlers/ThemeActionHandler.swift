/// Passes on the theme's settings, and what the device reports about light and dark.
@MainActor final class ThemeActionHandler {
  private let dispatcher: Dispatcher

  init(dispatcher: Dispatcher) {
    self.dispatcher = dispatcher
  }

  func change(_ change: ThemeAction) {
    dispatcher.dispatch(.theme(change))
  }
}
