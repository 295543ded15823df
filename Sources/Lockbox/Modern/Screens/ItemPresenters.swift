// The round trip of the filter text, in five steps:
// 1. the view passes the text to `filterChanged(_:)` of the presenter,
// 2. which makes an action of it,
// 3. which the action handler passes to the dispatcher, and the dispatcher to the store, whose
//    outputs come back to the presenter: the display of the list, and the logins.
// 4. `update()` combines both, filters the logins and makes a row of each,
// 5. and the view draws the rows.

/// The logic behind the item list.
@MainActor package final class ItemListPresenter {
  private let context: PresenterContext
  private let window: WindowID
  private weak var view: (any ItemListView)?
  private var observations: [AnyObject] = []
  private var logins: [LoginRecord] = []
  private var display: ListDisplay?
  private var shown: ItemListModel?

  package init(_ context: PresenterContext, window: WindowID) {
    self.context = context
    self.window = window
  }

  package func attach(_ view: any ItemListView) {
    self.view = view
    observations = [
      context.stores.logins.observe { [weak self] in
        self?.logins = $0
        self?.update()
      },
      context.stores.display(in: window).observe { [weak self] in
        self?.display = $0
        self?.update()
      },
    ]
  }

  private func update() {
    guard let display else { return }
    let model = ItemListModel(logins, display)
    guard model != shown else { return }
    shown = model
    view?.show(model)
  }

  package func filterChanged(_ text: String) { context.handlers.display(.filter(text), in: window) }
  package func sortChosen(_ order: SortOrder) { context.handlers.display(.sort(order), in: window) }
  package func rowTapped(_ id: LoginID) { context.handlers.display(.open(id), in: window) }
  package func settingsTapped() { context.handlers.go(.push(.settings), in: window) }
  package func lockTapped() { context.handlers.lock() }
}

/// The logic behind the screen of one login.
@MainActor package final class ItemDetailPresenter {
  private let context: PresenterContext
  private let login: LoginID
  private let window: WindowID
  private weak var view: (any ItemDetailView)?
  private var observations: [AnyObject] = []
  private var logins: [LoginRecord] = []
  private var display: ListDisplay?
  private var shown: ItemDetailModel?

  package init(_ context: PresenterContext, login: LoginID, window: WindowID) {
    self.context = context
    self.login = login
    self.window = window
  }

  package func attach(_ view: any ItemDetailView) {
    self.view = view
    observations = [
      context.stores.logins.observe { [weak self] in
        self?.logins = $0
        self?.update()
      },
      context.stores.display(in: window).observe { [weak self] in
        self?.display = $0
        self?.update()
      },
    ]
  }

  private func update() {
    let selected = display?.selected
    let model = ItemDetailModel(
      login: logins.first { $0.id == selected }, notice: display?.notice)
    guard model != shown else { return }
    shown = model
    view?.show(model)
  }

  package func copyTapped(_ field: LoginField) {
    context.handlers.copy(field, of: login, in: window)
  }
  package func edited(_ edit: LoginEdit) { context.handlers.edit(login, edit) }
  package func deleteTapped() { context.handlers.delete(login) }
  package func backTapped() { context.handlers.go(.pop, in: window) }
}
