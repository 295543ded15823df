final class WindowsPresenter: WindowsPresenting {
  private let store: LockboxStoring
  private weak var view: (any WindowsView)?
  private var observation: StoreObservation<[WindowID]>?

  init(store: LockboxStoring) {
    self.store = store
  }

  func attach(_ view: any WindowsView) {
    self.view = view
    observation = StoreObservation(of: store) { state in
      state.routes.windows.map(\.window)
    } show: { [weak self] windows in
      self?.view?.show(windows)
    }
  }
}
