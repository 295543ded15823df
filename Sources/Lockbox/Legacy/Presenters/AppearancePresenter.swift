final class AppearancePresenter: AppearancePresenting {
  private let store: LockboxStoring
  private weak var view: (any AppearanceView)?
  private var observation: StoreObservation<Appearance>?

  init(store: LockboxStoring) {
    self.store = store
  }

  func attach(_ view: any AppearanceView) {
    self.view = view
    observation = StoreObservation(of: store) { state in
      state.theme.current
    } show: { [weak self] appearance in
      self?.view?.show(appearance)
    }
  }
}
