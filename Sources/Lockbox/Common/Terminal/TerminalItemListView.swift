final class TerminalItemListView: ItemListView, SyncStatusView, TerminalScreen {
  private let presenter: any ItemListPresenting
  private let syncStatus: any SyncStatusPresenting
  private var model: ItemListModel?
  private var syncModel: SyncStatusModel?

  init(_ presenter: any ItemListPresenting, syncStatus: any SyncStatusPresenting) {
    self.presenter = presenter
    self.syncStatus = syncStatus
    presenter.attach(self)
    syncStatus.attach(self)
  }

  var shown: ShownScreen {
    model.map { .list($0, syncModel) } ?? .nothing
  }

  func show(_ model: ItemListModel) {
    self.model = model
  }

  func show(_ model: SyncStatusModel) {
    syncModel = model
  }

  func handle(_ input: UserInput) {
    switch input {
    case .type(let text): presenter.filterChanged(text)
    case .sort(let order): presenter.sortChosen(order)
    case .tapRow(let login): presenter.rowTapped(login)
    case .openSettings: presenter.settingsTapped()
    case .lock: presenter.lockTapped()
    case .sync: syncStatus.syncTapped()
    default: break
    }
  }
}
