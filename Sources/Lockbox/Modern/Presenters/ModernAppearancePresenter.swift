final class ModernAppearancePresenter: AppearancePresenting {
  private let theme: Source<ThemeState>
  private weak var view: (any AppearanceView)?
  private var observation: SourceObservation?

  init(theme: Source<ThemeState>) {
    self.theme = theme
  }

  func attach(_ view: any AppearanceView) {
    self.view = view
    observation = SourceObservation(of: theme) {
      $0.current
    } show: { [weak self] in
      self?.view?.show($0)
    }
  }
}
