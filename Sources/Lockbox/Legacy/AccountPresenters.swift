final class WelcomePresenter: WelcomePresenting {
  private let store: LockboxStoring
  private let handlers: ActionHandlers
  private weak var view: (any WelcomeView)?
  private var observation: StoreObservation<WelcomeModel>?

  init(store: LockboxStoring, handlers: ActionHandlers) {
    self.store = store
    self.handlers = handlers
  }

  func attach(_ view: any WelcomeView) {
    self.view = view
    observation = StoreObservation(of: store) { state in
      WelcomeModel(state.account.status)
    } show: { [weak self] model in
      self?.view?.show(model)
    }
  }

  func signInTapped(email: String) {
    handlers.account.signIn(email: email)
  }

  func unlockTapped() {
    handlers.account.unlock()
  }
}

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

final class AccountSettingsPresenter: AccountSettingsPresenting {
  private let store: LockboxStoring
  private let handlers: ActionHandlers
  private let window: WindowID
  private weak var view: (any AccountSettingsView)?
  private var observation: StoreObservation<AccountSettingsModel>?

  init(store: LockboxStoring, handlers: ActionHandlers, window: WindowID) {
    self.store = store
    self.handlers = handlers
    self.window = window
  }

  func attach(_ view: any AccountSettingsView) {
    self.view = view
    observation = StoreObservation(of: store) { state in
      AccountSettingsModel(account: state.account.status.accountName)
    } show: { [weak self] model in
      self?.view?.show(model)
    }
  }

  func signOutTapped() {
    handlers.account.signOut()
  }

  func backTapped() {
    handlers.routes.go(.pop, in: window)
  }
}

final class AppearancePresenter: AppearancePresenting {
  private let store: LockboxStoring
  private weak var view: (any AppearanceView)?
  private var observation: StoreObservation<Appearance>?

  init(store: LockboxStoring) {
    self.store = store
  }

  func attach(_ view: any AppearanceView) {
    self.view = view
    observation = StoreObservation(of: store) { state in
      state.theme.current
    } show: { [weak self] appearance in
      self?.view?.show(appearance)
    }
  }
}

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
