final class ModernSyncStatusPresenter: SyncStatusPresenting {
  private let account: Source<SignInState>
  private let commands: any LockboxCommands
  private weak var view: (any SyncStatusView)?
  private var observation: SourceObservation?

  init(account: Source<SignInState>, commands: any LockboxCommands) {
    self.account = account
    self.commands = commands
  }

  func attach(_ view: any SyncStatusView) {
    self.view = view
    observation = SourceObservation(of: account) {
      SyncStatusModel(isSyncing: $0.isSyncing, lastSync: $0.lastSync)
    } show: { [weak self] in
      self?.view?.show($0)
    }
  }

  func syncTapped() {
    commands.sync()
  }
}
