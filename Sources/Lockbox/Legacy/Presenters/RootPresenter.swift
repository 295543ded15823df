/// Observes the routes of its window, and replaces the screens of the root view.
final class RootPresenter: RootPresenting {
  private let store: LockboxStoring
  private let window: WindowID
  private weak var view: (any RootView)?
  private var route: StoreObservation<Route?>?

  init(store: LockboxStoring, window: WindowID) {
    self.store = store
    self.window = window
  }

  func attach(_ view: any RootView) {
    self.view = view
    let window = window
    route = StoreObservation(of: store) { state in
      state.routes.window(window)?.top
    } show: { [weak self] route in
      guard let route else { return }
      self?.view?.show(route)
    }
  }
}
