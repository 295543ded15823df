final class TerminalWindowsView: WindowsView {
  private let presenter: any WindowsPresenting
  private let factory: any PresenterFactory
  private(set) var windows: [TerminalRootView] = []

  init(factory: any PresenterFactory) {
    self.factory = factory
    presenter = factory.windows()
    presenter.attach(self)
  }

  /// The present content of all windows.
  var shown: [ShownWindow] {
    windows.map(\.shown)
  }

  func show(_ open: [WindowID]) {
    windows = open.map { id in
      windows.first { $0.window == id } ?? TerminalRootView(window: id, factory: factory)
    }
  }
}

/// The root of a window in the terminal.
///
/// A screen and its presenter live while the screen is on top.
final class TerminalRootView: RootView, AppearanceView {
  let window: WindowID
  private let presenter: any RootPresenting
  private let appearancePresenter: any AppearancePresenting
  private let factory: any PresenterFactory
  private(set) var screen: (any TerminalScreen)?
  private var appearance: Appearance?

  init(window: WindowID, factory: any PresenterFactory) {
    self.window = window
    self.factory = factory
    presenter = factory.root(in: window)
    appearancePresenter = factory.appearance(in: window)
    appearancePresenter.attach(self)
    presenter.attach(self)
  }

  /// The present content of this window.
  var shown: ShownWindow {
    ShownWindow(window: window, appearance: appearance, screen: screen?.shown ?? .nothing)
  }

  func show(_ route: Route) {
    switch route {
    case .welcome:
      screen = TerminalWelcomeView(factory.welcome(in: window))
    case .list:
      screen = TerminalItemListView(
        factory.list(in: window), syncStatus: factory.syncStatus(in: window))
    case .detail(let login):
      screen = TerminalItemDetailView(factory.detail(of: login, in: window))
    case .settings:
      screen = TerminalSettingsView(
        theme: factory.themeSettings(in: window), account: factory.accountSettings(in: window))
    }
  }

  func show(_ appearance: Appearance) {
    self.appearance = appearance
  }
}

/// A screen drawn as text, which keeps the content that it last showed.
@MainActor protocol TerminalScreen: AnyObject {
  var shown: ShownScreen { get }
  /// Passes an input to the presenter, if the screen has a control for it.
  func handle(_ input: UserInput)
}

final class TerminalWelcomeView: WelcomeView, TerminalScreen {
  private let presenter: any WelcomePresenting
  private(set) var shown = ShownScreen.nothing

  init(_ presenter: any WelcomePresenting) {
    self.presenter = presenter
    presenter.attach(self)
  }

  func show(_ model: WelcomeModel) {
    shown = .welcome(model)
  }

  func handle(_ input: UserInput) {
    switch input {
    case .signIn(let email): presenter.signInTapped(email: email)
    case .unlock: presenter.unlockTapped()
    default: break
    }
  }
}

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

final class TerminalItemDetailView: ItemDetailView, TerminalScreen {
  private let presenter: any ItemDetailPresenting
  private(set) var shown = ShownScreen.nothing

  init(_ presenter: any ItemDetailPresenting) {
    self.presenter = presenter
    presenter.attach(self)
  }

  func show(_ model: ItemDetailModel) {
    shown = .detail(model)
  }

  func handle(_ input: UserInput) {
    switch input {
    case .copy(let field): presenter.copyTapped(field)
    case .editUsername(let text): presenter.edited(.username(text))
    case .editPassword(let password): presenter.edited(.password(password))
    case .delete: presenter.deleteTapped()
    case .back: presenter.backTapped()
    default: break
    }
  }
}

/// The settings of the theme, and below them those of the account.
final class TerminalSettingsView: ThemeSettingsView, AccountSettingsView, TerminalScreen {
  private let theme: any ThemeSettingsPresenting
  private let account: any AccountSettingsPresenting
  private var themeModel: ThemeSettingsModel?
  private var accountModel: AccountSettingsModel?

  init(theme: any ThemeSettingsPresenting, account: any AccountSettingsPresenting) {
    self.theme = theme
    self.account = account
    theme.attach(self)
    account.attach(self)
  }

  var shown: ShownScreen {
    themeModel.map { .settings($0, accountModel) } ?? .nothing
  }

  func show(_ model: ThemeSettingsModel) {
    themeModel = model
  }

  func show(_ model: AccountSettingsModel) {
    accountModel = model
  }

  func handle(_ input: UserInput) {
    switch input {
    case .useSystemAppearance(let isOn): theme.changed(.useSystemAppearance(isOn))
    case .chooseManually(let appearance): theme.changed(.chooseManually(appearance))
    case .followBrightness(let isOn): theme.changed(.followBrightness(isOn))
    case .moveThreshold(let value): theme.changed(.setThreshold(value))
    case .signOut: account.signOutTapped()
    case .back: account.backTapped()
    default: break
    }
  }
}
