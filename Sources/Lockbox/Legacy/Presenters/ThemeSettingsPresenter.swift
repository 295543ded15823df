final class ThemeSettingsPresenter: ThemeSettingsPresenting {
  private let store: LockboxStoring
  private let handlers: ActionHandlers
  private weak var view: (any ThemeSettingsView)?
  private var observation: StoreObservation<ThemeSettingsModel>?

  init(store: LockboxStoring, handlers: ActionHandlers) {
    self.store = store
    self.handlers = handlers
  }

  func attach(_ view: any ThemeSettingsView) {
    self.view = view
    observation = StoreObservation(of: store) { state in
      ThemeSettingsModel(
        usesSystemAppearance: state.theme.usesSystemAppearance, manual: state.theme.manual,
        brightness: state.theme.brightness)
    } show: { [weak self] model in
      self?.view?.show(model)
    }
  }

  func changed(_ change: ThemeAction) {
    handlers.theme.change(change)
  }
}
