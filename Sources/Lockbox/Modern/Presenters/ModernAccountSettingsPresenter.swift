final class ModernAccountSettingsPresenter: AccountSettingsPresenting {
  private let account: Source<SignInState>
  private let window: WindowID
  private let commands: any LockboxCommands
  private weak var view: (any AccountSettingsView)?
  private var observation: SourceObservation?

  init(account: Source<SignInState>, window: WindowID, commands: any LockboxCommands) {
    self.account = account
    self.window = window
    self.commands = commands
  }

  func attach(_ view: any AccountSettingsView) {
    self.view = view
    observation = SourceObservation(of: account) {
      AccountSettingsModel(account: $0.status.accountName)
    } show: { [weak self] in
      self?.view?.show($0)
    }
  }

  func signOutTapped() {
    commands.signOut()
  }

  func backTapped() {
    commands.go(.pop, in: window)
  }
}
