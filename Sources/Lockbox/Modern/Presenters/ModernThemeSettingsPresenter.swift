/// The settings of the theme, on the new store.
final class ModernThemeSettingsPresenter: ThemeSettingsPresenting {
  private let theme: Source<ThemeState>
  private let dispatch: @MainActor (LockboxAction) -> Void
  private weak var view: (any ThemeSettingsView)?
  private var observation: SourceObservation?

  init(theme: Source<ThemeState>, dispatch: @escaping @MainActor (LockboxAction) -> Void) {
    self.theme = theme
    self.dispatch = dispatch
  }

  func attach(_ view: any ThemeSettingsView) {
    self.view = view
    observation = SourceObservation(of: theme, model: ThemeSettingsModel.init) { [weak self] in
      self?.view?.show($0)
    }
  }

  func changed(_ change: ThemeAction) {
    dispatch(.theme(change))
  }
}

extension ThemeSettingsModel {
  init(_ theme: ThemeState) {
    usesSystemAppearance = theme.usesSystemAppearance
    manual = theme.manual
    brightness = theme.brightness
  }
}
