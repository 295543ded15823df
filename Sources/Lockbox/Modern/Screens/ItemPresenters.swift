// The round trip of the filter text, in five steps:
// 1. The view passes the text to `filterChanged(_:)` of the presenter.
// 2. The presenter asks the action handler for a display with that filter.
// 3. The handler makes an action of it, which goes through the dispatcher to the store, whose outputs
//    come back to the presenter: the display of the list, and the logins.
// 4. The presenter combines both, filters the logins and makes a row of each.
// 5. The view draws the rows.

/// The logic behind the item list.
@MainActor package final class ItemListPresenter: WindowPresenter {
  private weak var view: (any ItemListView)?

  package func attach(_ view: any ItemListView) {
    self.view = view
    observation = stores.logins.combined(with: stores.display(in: window)) { logins, display in
      display.map { ItemListModel(logins, $0) }
    }.observe { [weak self] model in
      if let model { self?.view?.show(model) }
    }
  }

  package func filterChanged(_ text: String) { handlers.display(.filter(text), in: window) }
  package func sortChosen(_ order: SortOrder) { handlers.display(.sort(order), in: window) }
  package func rowTapped(_ id: LoginID) { handlers.display(.open(id), in: window) }
  package func settingsTapped() { handlers.go(.push(.settings), in: window) }
  package func lockTapped() { handlers.lock() }
}

/// The logic behind the screen of one login.
@MainActor package final class ItemDetailPresenter: WindowPresenter {
  private let login: LoginID
  private weak var view: (any ItemDetailView)?

  package init(_ context: PresenterContext, login: LoginID, window: WindowID) {
    self.login = login
    super.init(context, window: window)
  }

  package func attach(_ view: any ItemDetailView) {
    self.view = view
    observation = stores.logins.combined(with: stores.display(in: window)) { logins, display in
      let selected = display?.selected
      return ItemDetailModel(
        login: logins.first { $0.id == selected }, notice: display?.notice)
    }.observe { [weak self] in self?.view?.show($0) }
  }

  package func copyTapped(_ field: LoginField) { handlers.copy(field, of: login, in: window) }
  package func edited(_ edit: LoginEdit) { handlers.edit(login, edit) }
  package func deleteTapped() { handlers.delete(login) }
  package func backTapped() { handlers.go(.pop, in: window) }
}
