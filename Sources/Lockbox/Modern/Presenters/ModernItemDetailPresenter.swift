import ValueRedux

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
