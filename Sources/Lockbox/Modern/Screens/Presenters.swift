// There is one set of presenters: they stay as they are while the stores below them migrate.
//
// The round trip of the filter text, in four steps:
// 1. The screen of the list passes the text to its ``Presenter``, which receives `.type`.
// 2. The presenter makes an action of it and hands it to the action handlers.
// 3. The action goes through the dispatcher to the store, whose output comes back to the presenter: the
//    logins, and the list of the window.
// 4. The screen filters the logins and shows a row of each.
package import ValueRedux

/// The stores and handlers of the presenters of a window.
@MainActor package struct PresenterContext {
  package let stores: any LockboxStores
  package let handlers: any ActionHandlers
  package var window = WindowUUID.main

  package init(stores: any LockboxStores, handlers: any ActionHandlers) {
    self.stores = stores
    self.handlers = handlers
  }
}

/// A receiver of the inputs of the user to a screen.
@MainActor package protocol InputReceiver: AnyObject {
  /// Receives an input; ignores those to other parts of the screen.
  func receive(_ input: UserInput)
}

/// The logic behind one part of a screen: what it shows, and what its inputs mean.
///
/// Each part shows one slice or two, so that slices can migrate one at a time.
@MainActor package final class Presenter<Model: Equatable & Sendable>: InputReceiver {
  /// The content of the screen.
  package private(set) var model: Model?
  private let respond: (UserInput) -> Void
  private var observation: Any?

  fileprivate init(
    _ context: PresenterContext, showing select: @escaping @Sendable (any ShownState) -> Model,
    respond: @escaping (UserInput) -> Void = { _ in }
  ) {
    self.respond = respond
    observation = context.stores.observe(select) { [weak self] in self?.model = $0 }
  }

  package func receive(_ input: UserInput) { respond(input) }
}

/// The open windows, each with its root presenter.
@MainActor package final class WindowsPresenter {
  package private(set) var windows: [RootPresenter] = []
  private var observation: Any?

  package init(_ context: PresenterContext) {
    observation = context.stores.observe({ $0.openWindows }) { [weak self] open in
      guard let self else { return }
      windows = open.map { id in
        windows.first { $0.window == id } ?? RootPresenter(context, window: id)
      }
    }
  }
}

/// Decides which screen a window shows.
///
/// A screen and its presenters live while the screen is on top.
@MainActor package final class RootPresenter {
  package private(set) var screen: Screen?
  private let context: PresenterContext
  private let appearance: Presenter<Appearance>
  private var stack: [Route] = []
  private var driver: Any?

  package init(_ context: PresenterContext, window: WindowUUID) {
    var context = context
    context.window = window
    self.context = context
    appearance = Presenter(context, showing: { $0.appearance })
    driver = context.stores.drive(self)
  }

  package var window: WindowUUID { context.window }

  package func show(_ routes: [Route]) {
    let former = stack.last
    stack = routes
    if let top = stack.last, top != former { screen = Screen(top, context) }
  }

  /// Removes screens from the top, until `depth` remain.
  package func pop(to depth: Int) { show(Array(stack.prefix(depth))) }
  package func push(_ routes: [Route]) { show(stack + routes) }

  package var shown: ShownWindow {
    ShownWindow(
      window: window, appearance: appearance.model, screen: screen?.content() ?? .nothing)
  }
}

/// The presenters of one screen, and what they show together.
@MainActor package struct Screen {
  package let presenters: [any InputReceiver]
  fileprivate let content: () -> ShownScreen?

  private init(_ presenters: any InputReceiver..., content: @escaping () -> ShownScreen?) {
    self.presenters = presenters
    self.content = content
  }

  fileprivate init(_ route: Route, _ context: PresenterContext) {
    switch route {
    case .welcome:
      let welcome = context.welcome
      self.init(welcome) { welcome.model.map(ShownScreen.welcome) }
    case .list:
      let (list, sync) = (context.list, context.sync)
      self.init(list, sync) { list.model.flatMap(ItemListModel.init).map { .list($0, sync.model) } }
    case .detail(let login):
      let detail = context.detail(of: login)
      self.init(detail) { detail.model.map(ShownScreen.detail) }
    case .settings:
      let (theme, account) = (context.themeSettings, context.accountSettings)
      self.init(theme, account) { theme.model.map { .settings($0, account.model) } }
    }
  }
}

extension PresenterContext {
  fileprivate var welcome: Presenter<AccountStatus> {
    Presenter(self, showing: { $0.status }) { [handlers] input in
      switch input {
      case .signIn(let email): handlers.signIn(email: email)
      case .unlock: handlers.dispatch(.account(.unlocked(at: handlers.clock.now)))
      default: break
      }
    }
  }

  fileprivate var list: Presenter<ListContent> {
    Presenter(
      self, showing: { [window] in ListContent(logins: $0.logins, list: $0.listState(of: window)) }
    ) { [handlers, window] input in
      switch input {
      case .type(let text): handlers.dispatch(.list(.filter(text), window))
      case .sort(let order): handlers.dispatch(.list(.sort(order), window))
      case .tapRow(let login): handlers.dispatch(.list(.open(login), window))
      case .openSettings: handlers.dispatch(.route(.push(.settings), window))
      case .lock: handlers.dispatch(.account(.locked))
      default: break
      }
    }
  }

  fileprivate var sync: Presenter<SyncStatus> {
    Presenter(self, showing: { $0.sync }) { [handlers] in if $0 == .sync { handlers.sync() } }
  }

  fileprivate func detail(of login: LoginID) -> Presenter<ItemDetailModel> {
    let edit = { [handlers] edit in
      handlers.dispatch(.items(.edited(login, edit, at: handlers.clock.now)))
    }
    return Presenter(
      self,
      showing: { [window] state in
        let list = state.listState(of: window)
        let login = list?.selected.flatMap { id in state.logins.first { $0.id == id } }
        return ItemDetailModel(login: login, notice: list?.notice?.event)
      }
    ) { [handlers, window] input in
      switch input {
      case .copy(let field): handlers.copy(field, of: login, in: window)
      case .editUsername(let text): edit(.username(text))
      case .editPassword(let password): edit(.password(password))
      case .delete: handlers.dispatch(.items(.deleted(login)))
      case .back: handlers.dispatch(.route(.pop, window))
      default: break
      }
    }
  }

  fileprivate var themeSettings: Presenter<ThemeChoices> {
    Presenter(self, showing: { $0.themeChoices }) { [handlers] input in
      switch input {
      case .useSystemAppearance(let isOn): handlers.dispatch(.theme(.useSystemAppearance(isOn)))
      case .chooseManually(let look): handlers.dispatch(.theme(.chooseManually(look)))
      case .followBrightness(let isOn): handlers.dispatch(.theme(.followBrightness(isOn)))
      case .moveThreshold(let value): handlers.dispatch(.theme(.setThreshold(value)))
      default: break
      }
    }
  }

  /// Shows the account below the settings of the theme.
  fileprivate var accountSettings: Presenter<AccountStatus> {
    Presenter(self, showing: { $0.status }) { [handlers, window] input in
      switch input {
      case .signOut: handlers.dispatch(.account(.signedOut))
      case .back: handlers.dispatch(.route(.pop, window))
      default: break
      }
    }
  }
}
