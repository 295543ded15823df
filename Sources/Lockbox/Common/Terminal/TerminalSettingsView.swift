/// The settings of the theme, and below them those of the account.
final class TerminalSettingsView: ThemeSettingsView, AccountSettingsView, TerminalScreen {
  private let theme: any ThemeSettingsPresenting
  private let account: any AccountSettingsPresenting
  private var themeModel: ThemeSettingsModel?
  private var accountModel: AccountSettingsModel?

  init(theme: any ThemeSettingsPresenting, account: any AccountSettingsPresenting) {
    self.theme = theme
    self.account = account
    theme.attach(self)
    account.attach(self)
  }

  var shown: ShownScreen {
    themeModel.map { .settings($0, accountModel) } ?? .nothing
  }

  func show(_ model: ThemeSettingsModel) {
    themeModel = model
  }

  func show(_ model: AccountSettingsModel) {
    accountModel = model
  }

  func handle(_ input: UserInput) {
    switch input {
    case .useSystemAppearance(let isOn): theme.changed(.useSystemAppearance(isOn))
    case .chooseManually(let appearance): theme.changed(.chooseManually(appearance))
    case .followBrightness(let isOn): theme.changed(.followBrightness(isOn))
    case .moveThreshold(let value): theme.changed(.setThreshold(value))
    case .signOut: account.signOutTapped()
    case .back: account.backTapped()
    default: break
    }
  }
}
