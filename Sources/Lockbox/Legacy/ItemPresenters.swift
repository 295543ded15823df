final class ItemListPresenter: ItemListPresenting {
  private let store: LockboxStoring
  private let handlers: ActionHandlers
  private let window: WindowID
  private weak var view: (any ItemListView)?
  private var observation: StoreObservation<ItemListModel?>?

  init(store: LockboxStoring, handlers: ActionHandlers, window: WindowID) {
    self.store = store
    self.handlers = handlers
    self.window = window
  }

  func attach(_ view: any ItemListView) {
    self.view = view
    let window = window
    observation = StoreObservation(of: store) { state in
      ItemListModel(state, window: window)
    } show: { [weak self] model in
      guard let model else { return }
      self?.view?.show(model)
    }
  }

  func filterChanged(_ text: String) {
    handlers.items.display(.filter(text), in: window)
  }

  func sortChosen(_ order: SortOrder) {
    handlers.items.display(.sort(order), in: window)
  }

  func rowTapped(_ id: LoginID) {
    handlers.items.display(.open(id), in: window)
  }

  func settingsTapped() {
    handlers.routes.go(.push(.settings), in: window)
  }

  func lockTapped() {
    handlers.account.lock()
  }
}

extension ItemListModel {
  /// The content of a window's list; `nil` if the window is not open.
  fileprivate init?(_ state: LockboxState, window: WindowID) {
    guard let display = state.list(in: window), let library = display.library else { return nil }
    let filter = display.filter
    let shown = library.items.filter {
      ItemRow.isShown(title: $0.title, username: $0.username, filter: filter)
    }
    rows = shown.map { item in
      ItemRow(
        id: item.id, title: item.title, subtitle: item.subtitle, lastUsed: item.lastUsed,
        isSelected: item === display.selected)
    }.arranged(by: display.sort)
    total = library.items.count
    self.filter = filter
    sort = display.sort
    notice = display.notice
  }
}

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
