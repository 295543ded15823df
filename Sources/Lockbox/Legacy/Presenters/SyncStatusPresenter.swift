final class SyncStatusPresenter: SyncStatusPresenting {
  private let store: LockboxStoring
  private let handlers: ActionHandlers
  private weak var view: (any SyncStatusView)?
  private var observation: StoreObservation<SyncStatusModel>?

  init(store: LockboxStoring, handlers: ActionHandlers) {
    self.store = store
    self.handlers = handlers
  }

  func attach(_ view: any SyncStatusView) {
    self.view = view
    observation = StoreObservation(of: store) { state in
      SyncStatusModel(isSyncing: state.account.isSyncing, lastSync: state.account.lastSync)
    } show: { [weak self] model in
      self?.view?.show(model)
    }
  }

  func syncTapped() {
    handlers.syncing.start()
  }
}
