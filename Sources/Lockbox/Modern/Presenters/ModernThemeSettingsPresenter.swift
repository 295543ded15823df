final class ModernThemeSettingsPresenter: ThemeSettingsPresenting {
  private let theme: Source<ThemeState>
  private let commands: any LockboxCommands
  private weak var view: (any ThemeSettingsView)?
  private var observation: SourceObservation?

  init(theme: Source<ThemeState>, commands: any LockboxCommands) {
    self.theme = theme
    self.commands = commands
  }

  func attach(_ view: any ThemeSettingsView) {
    self.view = view
    observation = SourceObservation(of: theme) {
      ThemeSettingsModel($0)
    } show: { [weak self] in
      self?.view?.show($0)
    }
  }

  func changed(_ change: ThemeAction) {
    commands.change(change)
  }
}

extension ThemeSettingsModel {
  fileprivate init(_ theme: ThemeState) {
    usesSystemAppearance = theme.usesSystemAppearance
    manual = theme.manual
    brightness = theme.brightness
  }
}
