final class WelcomePresenter: WelcomePresenting {
  private let store: LockboxStoring
  private let handlers: ActionHandlers
  private weak var view: (any WelcomeView)?
  private var observation: StoreObservation<WelcomeModel>?

  init(store: LockboxStoring, handlers: ActionHandlers) {
    self.store = store
    self.handlers = handlers
  }

  func attach(_ view: any WelcomeView) {
    self.view = view
    observation = StoreObservation(of: store) { state in
      WelcomeModel(state.account.status)
    } show: { [weak self] model in
      self?.view?.show(model)
    }
  }

  func signInTapped(email: String) {
    handlers.account.signIn(email: email)
  }

  func unlockTapped() {
    handlers.account.unlock()
  }
}
