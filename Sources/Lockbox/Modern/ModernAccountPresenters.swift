final class ModernWelcomePresenter: WelcomePresenting {
  private let account: Source<SignInState>
  private let commands: any LockboxCommands
  private weak var view: (any WelcomeView)?
  private var observation: SourceObservation?

  init(account: Source<SignInState>, commands: any LockboxCommands) {
    self.account = account
    self.commands = commands
  }

  func attach(_ view: any WelcomeView) {
    self.view = view
    observation = SourceObservation(of: account) {
      WelcomeModel($0.status)
    } show: { [weak self] in
      self?.view?.show($0)
    }
  }

  func signInTapped(email: String) {
    commands.signIn(email: email)
  }

  func unlockTapped() {
    commands.unlock()
  }
}

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

final class ModernAccountSettingsPresenter: AccountSettingsPresenting {
  private let account: Source<SignInState>
  private let window: WindowID
  private let commands: any LockboxCommands
  private weak var view: (any AccountSettingsView)?
  private var observation: SourceObservation?

  init(account: Source<SignInState>, window: WindowID, commands: any LockboxCommands) {
    self.account = account
    self.window = window
    self.commands = commands
  }

  func attach(_ view: any AccountSettingsView) {
    self.view = view
    observation = SourceObservation(of: account) {
      AccountSettingsModel(account: $0.status.accountName)
    } show: { [weak self] in
      self?.view?.show($0)
    }
  }

  func signOutTapped() {
    commands.signOut()
  }

  func backTapped() {
    commands.go(.pop, in: window)
  }
}

final class ModernAppearancePresenter: AppearancePresenting {
  private let theme: Source<ThemeState>
  private weak var view: (any AppearanceView)?
  private var observation: SourceObservation?

  init(theme: Source<ThemeState>) {
    self.theme = theme
  }

  func attach(_ view: any AppearanceView) {
    self.view = view
    observation = SourceObservation(of: theme) {
      $0.current
    } show: { [weak self] in
      self?.view?.show($0)
    }
  }
}

final class ModernThemeSettingsPresenter: ThemeSettingsPresenting {
  private let theme: Source<ThemeState>
  private let commands: any LockboxCommands
  private weak var view: (any ThemeSettingsView)?
  private var observation: SourceObservation?

  init(theme: Source<ThemeState>, commands: any LockboxCommands) {
    self.theme = theme
    self.commands = commands
  }

  func attach(_ view: any ThemeSettingsView) {
    self.view = view
    observation = SourceObservation(of: theme) {
      ThemeSettingsModel($0)
    } show: { [weak self] in
      self?.view?.show($0)
    }
  }

  func changed(_ change: ThemeAction) {
    commands.change(change)
  }
}

extension ThemeSettingsModel {
  fileprivate init(_ theme: ThemeState) {
    usesSystemAppearance = theme.usesSystemAppearance
    manual = theme.manual
    brightness = theme.brightness
  }
}
