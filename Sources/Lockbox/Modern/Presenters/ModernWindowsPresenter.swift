final class ModernWindowsPresenter: WindowsPresenting {
  private let navigation: Source<NavigationState>
  private weak var view: (any WindowsView)?
  private var observation: SourceObservation?

  init(navigation: Source<NavigationState>) {
    self.navigation = navigation
  }

  func attach(_ view: any WindowsView) {
    self.view = view
    observation = SourceObservation(of: navigation) {
      $0.windows.map(\.window)
    } show: { [weak self] in
      self?.view?.show($0)
    }
  }
}
