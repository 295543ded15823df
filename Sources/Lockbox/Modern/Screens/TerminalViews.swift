package import ValueRedux

/// A view in the terminal, which keeps what it last showed.
package final class TerminalView<Model: Equatable>: ModelView {
  private let presenter: Presenter<Model>
  package private(set) var model: Model?

  package init(_ presenter: Presenter<Model>) {
    self.presenter = presenter
    presenter.attach(self)
  }

  package func show(_ model: Model) {
    self.model = model
  }

  package func receive(_ input: UserInput) {
    presenter.receive(input)
  }
}

/// The windows of an app.
package final class TerminalWindowsView: ModelView {
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

  package func show(_ open: [WindowUUID]) {
    windows = open.map { id in
      windows.first { $0.window == id } ?? TerminalRootView(window: id, context: context)
    }
  }
}

/// The root of a window, which is invisible and replaces the screens.
///
/// A screen, its views and their presenters live while the screen is on top.
package final class TerminalRootView: ModelView {
  package let window: WindowUUID
  private let presenter: RootPresenter
  private let appearance: TerminalView<Appearance>
  private let context: PresenterContext
  package private(set) var screen: TerminalScreen?

  package init(window: WindowUUID, context: PresenterContext) {
    self.window = window
    self.context = context
    presenter = RootPresenter(context, window: window)
    appearance = TerminalView(AppearancePresenter(context))
    presenter.attach(self)
  }

  package func show(_ route: Route) {
    screen = TerminalScreen(route, in: window, context)
  }

  /// The present content of this window.
  package var shown: ShownWindow {
    ShownWindow(
      window: window, appearance: appearance.model, screen: screen?.shown ?? .nothing)
  }
}

/// The views of a screen.
@MainActor package enum TerminalScreen {
  case welcome(TerminalView<WelcomeModel>)
  case list(TerminalView<ItemListModel?>, TerminalView<SyncStatusModel>)
  case detail(TerminalView<ItemDetailModel>)
  case settings(TerminalView<ThemeSettingsModel>, TerminalView<String>)

  init(_ route: Route, in window: WindowUUID, _ context: PresenterContext) {
    switch route {
    case .welcome:
      self = .welcome(TerminalView(WelcomePresenter(context)))
    case .list:
      self = .list(
        TerminalView(ItemListPresenter(context, window: window)),
        TerminalView(SyncStatusPresenter(context)))
    case .detail(let login):
      self = .detail(TerminalView(ItemDetailPresenter(context, login: login, window: window)))
    case .settings:
      self = .settings(
        TerminalView(ThemeSettingsPresenter(context)),
        TerminalView(AccountSettingsPresenter(context, window: window)))
    }
  }

  package var shown: ShownScreen {
    switch self {
    case .welcome(let view): view.model.map(ShownScreen.welcome) ?? .nothing
    case .list(let view, let sync): (view.model ?? nil).map { .list($0, sync.model) } ?? .nothing
    case .detail(let view): view.model.map(ShownScreen.detail) ?? .nothing
    case .settings(let theme, let account):
      theme.model.map { .settings($0, account.model) } ?? .nothing
    }
  }

  /// Passes an input of the user to the presenters.
  package func receive(_ input: UserInput) {
    switch self {
    case .welcome(let view): view.receive(input)
    case .list(let view, let sync):
      view.receive(input)
      sync.receive(input)
    case .detail(let view): view.receive(input)
    case .settings(let theme, let account):
      theme.receive(input)
      account.receive(input)
    }
  }
}
