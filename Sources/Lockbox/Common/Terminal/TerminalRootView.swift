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
