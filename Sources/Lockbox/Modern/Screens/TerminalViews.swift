package final class TerminalWindowsView: WindowsView {
  private let presenter: WindowsPresenter
  private let context: PresenterContext
  package private(set) var windows: [TerminalRootView] = []

  package init(context: PresenterContext) {
    self.context = context
    presenter = WindowsPresenter(context)
    presenter.attach(self)
  }

  /// The present content of all windows.
  package var shown: [ShownWindow] {
    windows.map(\.shown)
  }

  package func show(_ open: [WindowID]) {
    windows = open.map { id in
      windows.first { $0.window == id } ?? TerminalRootView(window: id, context: context)
    }
  }
}

/// The root of a window in the terminal.
///
/// A screen and its presenter live while the screen is on top.
package final class TerminalRootView: RootView, AppearanceView {
  package let window: WindowID
  private let presenter: RootPresenter
  private let appearancePresenter: AppearancePresenter
  private let context: PresenterContext
  package private(set) var screen: (any TerminalScreen)?
  private var appearance: Appearance?

  package init(window: WindowID, context: PresenterContext) {
    self.window = window
    self.context = context
    presenter = RootPresenter(context, window: window)
    appearancePresenter = AppearancePresenter(context)
    appearancePresenter.attach(self)
    presenter.attach(self)
  }

  /// The present content of this window.
  package var shown: ShownWindow {
    ShownWindow(window: window, appearance: appearance, screen: screen?.shown ?? .nothing)
  }

  package func show(_ route: Route) {
    switch route {
    case .welcome:
      screen = TerminalWelcomeView(WelcomePresenter(context))
    case .list:
      screen = TerminalItemListView(
        ItemListPresenter(context, window: window), syncStatus: SyncStatusPresenter(context))
    case .detail(let login):
      screen = TerminalItemDetailView(
        ItemDetailPresenter(context, login: login, window: window))
    case .settings:
      screen = TerminalSettingsView(
        theme: ThemeSettingsPresenter(context),
        account: AccountSettingsPresenter(context, window: window))
    }
  }

  package func show(_ appearance: Appearance) {
    self.appearance = appearance
  }
}

/// A screen drawn as text, which keeps the content that it last showed.
@MainActor package protocol TerminalScreen: AnyObject {
  var shown: ShownScreen { get }
  /// Passes an input to the presenter, if the screen has a control for it.
  func handle(_ input: UserInput)
}

package final class TerminalWelcomeView: WelcomeView, TerminalScreen {
  private let presenter: WelcomePresenter
  package private(set) var shown = ShownScreen.nothing

  package init(_ presenter: WelcomePresenter) {
    self.presenter = presenter
    presenter.attach(self)
  }

  package func show(_ model: WelcomeModel) {
    shown = .welcome(model)
  }

  package func handle(_ input: UserInput) {
    switch input {
    case .signIn(let email): presenter.signInTapped(email: email)
    case .unlock: presenter.unlockTapped()
    default: break
    }
  }
}

package final class TerminalItemListView: ItemListView, SyncStatusView, TerminalScreen {
  private let presenter: ItemListPresenter
  private let syncStatus: SyncStatusPresenter
  private var model: ItemListModel?
  private var syncModel: SyncStatusModel?

  package init(_ presenter: ItemListPresenter, syncStatus: SyncStatusPresenter) {
    self.presenter = presenter
    self.syncStatus = syncStatus
    presenter.attach(self)
    syncStatus.attach(self)
  }

  package var shown: ShownScreen {
    model.map { .list($0, syncModel) } ?? .nothing
  }

  package func show(_ model: ItemListModel) {
    self.model = model
  }

  package func show(_ model: SyncStatusModel) {
    syncModel = model
  }

  package func handle(_ input: UserInput) {
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

package final class TerminalItemDetailView: ItemDetailView, TerminalScreen {
  private let presenter: ItemDetailPresenter
  package private(set) var shown = ShownScreen.nothing

  package init(_ presenter: ItemDetailPresenter) {
    self.presenter = presenter
    presenter.attach(self)
  }

  package func show(_ model: ItemDetailModel) {
    shown = .detail(model)
  }

  package func handle(_ input: UserInput) {
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
package final class TerminalSettingsView: ThemeSettingsView, AccountSettingsView, TerminalScreen {
  private let theme: ThemeSettingsPresenter
  private let account: AccountSettingsPresenter
  private var themeModel: ThemeSettingsModel?
  private var accountModel: AccountSettingsModel?

  package init(theme: ThemeSettingsPresenter, account: AccountSettingsPresenter) {
    self.theme = theme
    self.account = account
    theme.attach(self)
    account.attach(self)
  }

  package var shown: ShownScreen {
    themeModel.map { .settings($0, accountModel) } ?? .nothing
  }

  package func show(_ model: ThemeSettingsModel) {
    themeModel = model
  }

  package func show(_ model: AccountSettingsModel) {
    accountModel = model
  }

  package func handle(_ input: UserInput) {
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
