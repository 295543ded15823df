import ReferenceRedux

/// The legacy app, put together: a store, the dispatcher, the action handlers and the windows.
@MainActor final class LegacyApp: LockboxApp {
  let store: LockboxStoring
  let handlers: ActionHandlers
  private let factory: any PresenterFactory
  private var windows: [TerminalRootView] = []
  private var openWindows: StoreObservation<[WindowID]>?

  /// Puts the app on a store.
  ///
  /// - Parameters:
  ///   - store: The shared store of the running app, or that of a migration.
  ///   - dispatcher: What actions go through; the store registers with it.
  ///   - services: The world outside.
  ///   - presenters: Makes the factory of presenters, where it is not that of the legacy app.
  init(
    store: LockboxStoring, dispatcher: Dispatcher, services: LockboxServices,
    presenters: (LegacyPresenters) -> any PresenterFactory = { $0 }
  ) {
    self.store = store
    dispatcher.register(store.dispatch)
    handlers = ActionHandlers(store: store, dispatcher: dispatcher, services: services)
    factory = presenters(
      LegacyPresenters(store: store, dispatcher: dispatcher, handlers: handlers))
    openWindows = StoreObservation(of: store) { state in
      state.routes.windows.map(\.window)
    } show: { [weak self] open in
      self?.show(open)
    }
  }

  var shown: [ShownWindow] {
    windows.map(\.shown)
  }

  func load(_ logins: [LoginRecord]) {
    handlers.items.imported(logins)
  }

  func perform(_ gesture: Gesture) {
    switch gesture {
    case .input(let input, let window):
      windows.first { $0.window == window }?.handle(input)
    case .openWindow(let window):
      handlers.routes.open(window)
    case .closeWindow(let window):
      handlers.routes.close(window)
    case .systemAppearance(let appearance):
      handlers.theme.change(.systemAppearanceChanged(appearance))
    case .screenBrightness(let brightness):
      handlers.theme.change(.screenBrightnessChanged(brightness))
    }
  }

  func settle() async {
    await handlers.finish()
    await store.settle()
  }

  /// Makes all screens anew, as if the windows had been closed and opened again.
  func rebuildWindows() {
    windows = windows.map { TerminalRootView(window: $0.window, factory: factory) }
  }

  private func show(_ open: [WindowID]) {
    windows = open.map { id in
      windows.first { $0.window == id } ?? TerminalRootView(window: id, factory: factory)
    }
  }
}
