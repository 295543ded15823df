final class TerminalWelcomeView: WelcomeView, TerminalScreen {
  private let presenter: any WelcomePresenting
  private(set) var shown = ShownScreen.nothing

  init(_ presenter: any WelcomePresenting) {
    self.presenter = presenter
    presenter.attach(self)
  }

  func show(_ model: WelcomeModel) {
    shown = .welcome(model)
  }

  func handle(_ input: UserInput) {
    switch input {
    case .signIn(let email): presenter.signInTapped(email: email)
    case .unlock: presenter.unlockTapped()
    default: break
    }
  }
}
