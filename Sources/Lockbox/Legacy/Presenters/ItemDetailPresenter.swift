final class ItemDetailPresenter: ItemDetailPresenting {
  private let store: LockboxStoring
  private let handlers: ActionHandlers
  private let login: LoginID
  private let window: WindowID
  private weak var view: (any ItemDetailView)?
  private var observation: StoreObservation<ItemDetailModel>?

  init(store: LockboxStoring, handlers: ActionHandlers, login: LoginID, window: WindowID) {
    self.store = store
    self.handlers = handlers
    self.login = login
    self.window = window
  }

  func attach(_ view: any ItemDetailView) {
    self.view = view
    let window = window
    observation = StoreObservation(of: store) { state in
      let display = state.list(in: window)
      return ItemDetailModel(login: display?.selected?.record, notice: display?.notice)
    } show: { [weak self] model in
      self?.view?.show(model)
    }
  }

  func copyTapped(_ field: LoginField) {
    handlers.copying.copy(field, of: login, in: window)
  }

  func edited(_ edit: LoginEdit) {
    handlers.items.edit(login, edit)
  }

  func deleteTapped() {
    handlers.items.delete(login)
  }

  func backTapped() {
    handlers.routes.go(.pop, in: window)
  }
}
