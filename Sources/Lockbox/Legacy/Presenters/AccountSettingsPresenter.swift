final class AccountSettingsPresenter: AccountSettingsPresenting {
  private let store: LockboxStoring
  private let handlers: ActionHandlers
  private let window: WindowID
  private weak var view: (any AccountSettingsView)?
  private var observation: StoreObservation<AccountSettingsModel>?

  init(store: LockboxStoring, handlers: ActionHandlers, window: WindowID) {
    self.store = store
    self.handlers = handlers
    self.window = window
  }

  func attach(_ view: any AccountSettingsView) {
    self.view = view
    observation = StoreObservation(of: store) { state in
      AccountSettingsModel(account: state.account.status.accountName)
    } show: { [weak self] model in
      self?.view?.show(model)
    }
  }

  func signOutTapped() {
    handlers.account.signOut()
  }

  func backTapped() {
    handlers.routes.go(.pop, in: window)
  }
}
