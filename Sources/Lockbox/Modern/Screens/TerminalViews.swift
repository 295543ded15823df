package import ValueRedux

/// A view that receives the inputs of the user to its screen.
@MainActor package protocol InputView: AnyObject {
  func receive(_ input: UserInput)
}

/// A view in the terminal, which keeps what it last showed.
package final class TerminalView<Model: Equatable>: ModelView, InputView {
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

/// The views of one screen, and what they show together.
@MainActor package struct TerminalScreen {
  package let views: [any InputView]
  private let content: () -> ShownScreen?

  private init(_ views: any InputView..., content: @escaping () -> ShownScreen?) {
    self.views = views
    self.content = content
  }

  init(_ route: Route, _ context: PresenterContext) {
    switch route {
    case .welcome:
      let view = TerminalView(WelcomePresenter(context))
      self.init(view) { view.model.map(ShownScreen.welcome) }
    case .list:
      let list = TerminalView(ItemListPresenter(context))
      let sync = TerminalView(SyncStatusPresenter(context))
      self.init(list, sync) { (list.model ?? nil).map { .list($0, sync.model) } }
    case .detail(let login):
      let view = TerminalView(ItemDetailPresenter(context, login: login))
      self.init(view) { view.model.map(ShownScreen.detail) }
    case .settings:
      let theme = TerminalView(ThemeSettingsPresenter(context))
      let account = TerminalView(AccountSettingsPresenter(context))
      self.init(theme, account) { theme.model.map { .settings($0, account.model) } }
    }
  }

  package var shown: ShownScreen { content() ?? .nothing }
}
