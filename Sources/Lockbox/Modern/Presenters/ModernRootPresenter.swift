final class ModernRootPresenter: RootPresenting {
  private let navigation: Source<NavigationState>
  private let window: WindowID
  private weak var view: (any RootView)?
  private var observation: SourceObservation?

  init(navigation: Source<NavigationState>, window: WindowID) {
    self.navigation = navigation
    self.window = window
  }

  func attach(_ view: any RootView) {
    self.view = view
    let window = window
    observation = SourceObservation(of: navigation) {
      $0[window]?.top
    } show: { [weak self] model in
      guard let model else { return }
      self?.view?.show(model)
    }
  }
}
