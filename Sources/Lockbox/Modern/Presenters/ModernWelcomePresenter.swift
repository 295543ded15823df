final class ModernWelcomePresenter: WelcomePresenting {
  private let account: Source<SignInState>
  private let commands: any LockboxCommands
  private weak var view: (any WelcomeView)?
  private var observation: SourceObservation?

  init(account: Source<SignInState>, commands: any LockboxCommands) {
    self.account = account
    self.commands = commands
  }

  func attach(_ view: any WelcomeView) {
    self.view = view
    observation = SourceObservation(of: account) {
      WelcomeModel($0.status)
    } show: { [weak self] in
      self?.view?.show($0)
    }
  }

  func signInTapped(email: String) {
    commands.signIn(email: email)
  }

  func unlockTapped() {
    commands.unlock()
  }
}
