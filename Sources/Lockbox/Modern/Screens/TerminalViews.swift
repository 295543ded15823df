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

package final class TerminalWindowsView: ModelView {
  private let presenter: Presenter<[WindowUUID]>
  private let context: PresenterContext
  package private(set) var windows: [TerminalRootView] = []

  package init(context: PresenterContext) {
    self.context = context
    presenter = Presenter(context, showing: context.stores.windows)
    presenter.attach(self)
  }

  package var shown: [ShownWindow] {
    windows.map(\.shown)
  }

  package func show(_ open: [WindowUUID]) {
    windows = open.map { id in
      windows.first { $0.window == id } ?? TerminalRootView(context, window: id)
    }
  }
}

/// The root of a window, which is invisible and replaces the screens.
///
/// A screen, its views and their presenters live while the screen is on top.
package final class TerminalRootView: ModelView {
  private let presenter: RootPresenter
  private let appearance: TerminalView<Appearance>
  private let context: PresenterContext
  package private(set) var screen: TerminalScreen?

  package init(_ context: PresenterContext, window: WindowUUID) {
    var context = context
    context.window = window
    self.context = context
    presenter = RootPresenter(context)
    appearance = TerminalView(Presenter(context, showing: context.stores.appearance))
    presenter.attach(self)
  }

  package var window: WindowUUID { context.window }

  package func show(_ route: Route) {
    screen = TerminalScreen(route, context)
  }

  package var shown: ShownWindow {
    ShownWindow(
      window: window, appearance: appearance.model, screen: screen?.shown ?? .nothing)
  }
}

@MainActor package enum TerminalScreen {
  case welcome(TerminalView<WelcomeModel>)
  case list(TerminalView<ItemListModel?>, TerminalView<SyncStatusModel>)
  case detail(TerminalView<ItemDetailModel>)
  case settings(TerminalView<ThemeChoices>, TerminalView<String>)

  init(_ route: Route, _ context: PresenterContext) {
    switch route {
    case .welcome:
      self = .welcome(TerminalView(WelcomePresenter(context)))
    case .list:
      self = .list(
        TerminalView(ItemListPresenter(context)), TerminalView(SyncStatusPresenter(context)))
    case .detail(let login):
      self = .detail(TerminalView(ItemDetailPresenter(context, login: login)))
    case .settings:
      self = .settings(
        TerminalView(ThemeSettingsPresenter(context)),
        TerminalView(AccountSettingsPresenter(context)))
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
