import ValueRedux

final class ModernItemListPresenter: ItemListPresenting {
  private let vault: Source<VaultState>
  private let window: WindowID
  private let commands: any LockboxCommands
  private weak var view: (any ItemListView)?
  private var observation: SourceObservation?

  init(vault: Source<VaultState>, window: WindowID, commands: any LockboxCommands) {
    self.vault = vault
    self.window = window
    self.commands = commands
  }

  func attach(_ view: any ItemListView) {
    self.view = view
    let window = window
    observation = SourceObservation(of: vault) {
      ItemListModel($0, window: window)
    } show: { [weak self] model in
      guard let model else { return }
      self?.view?.show(model)
    }
  }

  func filterChanged(_ text: String) {
    commands.display(.filter(text), in: window)
  }

  func sortChosen(_ order: SortOrder) {
    commands.display(.sort(order), in: window)
  }

  func rowTapped(_ id: LoginID) {
    commands.display(.open(id), in: window)
  }

  func settingsTapped() {
    commands.go(.push(.settings), in: window)
  }

  func lockTapped() {
    commands.lock()
  }
}

extension ItemListModel {
  /// The content of a window's list; `nil` if the window is not open.
  fileprivate init?(_ vault: VaultState, window: WindowID) {
    guard let list = vault[window] else { return nil }
    let shown = vault.logins.filter {
      ItemRow.isShown(title: $0.title, username: $0.username, filter: list.filter)
    }
    rows = shown.map { login in
      ItemRow(
        id: login.id, title: login.title, subtitle: login.subtitle, lastUsed: login.lastUsed,
        isSelected: login.id == list.selected)
    }.arranged(by: list.sort)
    total = vault.logins.count
    filter = list.filter
    sort = list.sort
    notice = list.notice?.event
  }
}

extension LoginRecord {
  /// The second line of a row.
  fileprivate var subtitle: String {
    let name = username.isEmpty ? "(no username)" : username
    return httpRealm.map { "\(name) · \($0)" } ?? name
  }
}

final class ModernItemDetailPresenter: ItemDetailPresenting {
  private let vault: Source<VaultState>
  private let login: LoginID
  private let window: WindowID
  private let commands: any LockboxCommands
  private weak var view: (any ItemDetailView)?
  private var observation: SourceObservation?

  init(vault: Source<VaultState>, login: LoginID, window: WindowID, commands: any LockboxCommands) {
    self.vault = vault
    self.login = login
    self.window = window
    self.commands = commands
  }

  func attach(_ view: any ItemDetailView) {
    self.view = view
    let window = window
    observation = SourceObservation(of: vault) {
      ItemDetailModel($0, window: window)
    } show: { [weak self] in
      self?.view?.show($0)
    }
  }

  func copyTapped(_ field: LoginField) {
    commands.copy(field, of: login, in: window)
  }

  func edited(_ edit: LoginEdit) {
    commands.edit(login, edit)
  }

  func deleteTapped() {
    commands.delete(login)
  }

  func backTapped() {
    commands.go(.pop, in: window)
  }
}

extension ItemDetailModel {
  fileprivate init(_ vault: VaultState, window: WindowID) {
    login = vault[window]?.selected.flatMap(vault.login)
    notice = vault[window]?.notice?.event
  }
}
