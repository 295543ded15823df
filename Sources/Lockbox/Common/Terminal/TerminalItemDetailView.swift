final class TerminalItemDetailView: ItemDetailView, TerminalScreen {
  private let presenter: any ItemDetailPresenting
  private(set) var shown = ShownScreen.nothing

  init(_ presenter: any ItemDetailPresenting) {
    self.presenter = presenter
    presenter.attach(self)
  }

  func show(_ model: ItemDetailModel) {
    shown = .detail(model)
  }

  func handle(_ input: UserInput) {
    switch input {
    case .copy(let field): presenter.copyTapped(field)
    case .editUsername(let text): presenter.edited(.username(text))
    case .editPassword(let password): presenter.edited(.password(password))
    case .delete: presenter.deleteTapped()
    case .back: presenter.backTapped()
    default: break
    }
  }
}
