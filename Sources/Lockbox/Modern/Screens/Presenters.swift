// There is one set of presenters: they stay as they are while the stores below them migrate.
//
// The round trip of the filter text, in four steps:
// 1. The screen of the list passes the text to the ``ItemListPresenter``, which receives `.type`.
// 2. The presenter makes an action of it and hands it to the action handlers.
// 3. The action goes through the dispatcher to the store, whose output comes back to the presenter: the
//    logins, and the list of the window.
// 4. The presenter filters the logins and makes a row of each, which its screen shows.
package import ValueRedux

/// What the presenters of a window work with.
@MainActor package struct PresenterContext {
  package let stores: any LockboxStores
  package let handlers: any ActionHandlers
  package let rows = ItemRows()
  package var window = WindowUUID.main

  package init(stores: any LockboxStores, handlers: any ActionHandlers) {
    self.stores = stores
    self.handlers = handlers
  }
}

/// What receives the inputs of the user to a screen.
@MainActor package protocol InputReceiver: AnyObject {
  /// Receives an input; ignores those to other parts of the screen.
  func receive(_ input: UserInput)
}

/// The logic behind one part of a screen: what it shows, and, in a subclass, what its inputs mean.
///
/// Each part shows one slice or two, so that slices can migrate one at a time.
@MainActor package class Presenter<Model: Equatable>: InputReceiver {
  /// What is shown.
  package private(set) var model: Model?
  fileprivate let handlers: any ActionHandlers
  fileprivate let window: WindowUUID
  private var observation: Any?

  package init(_ context: PresenterContext, showing output: Output<Model>) {
    handlers = context.handlers
    window = context.window
    observation = output.observe { [weak self] in self?.model = $0 }
  }

  package func receive(_ input: UserInput) {}
}

/// The open windows, each with its root presenter.
@MainActor package final class WindowsPresenter {
  package private(set) var windows: [RootPresenter] = []
  private var observation: Any?

  package init(_ context: PresenterContext) {
    observation = context.stores.output { $0.openWindows }.observe { [weak self] open in
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
    appearance = Presenter(context, showing: context.stores.output { $0.appearance })
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
      let welcome = WelcomePresenter(context)
      self.init(welcome) { welcome.model.map(ShownScreen.welcome) }
    case .list:
      let (list, sync) = (ItemListPresenter(context), SyncStatusPresenter(context))
      self.init(list, sync) { (list.model ?? nil).map { .list($0, sync.model) } }
    case .detail(let login):
      let detail = ItemDetailPresenter(context, login: login)
      self.init(detail) { detail.model.map(ShownScreen.detail) }
    case .settings:
      let (theme, account) = (ThemeSettingsPresenter(context), AccountSettingsPresenter(context))
      self.init(theme, account) { theme.model.map { .settings($0, account.model) } }
    }
  }
}

package final class WelcomePresenter: Presenter<WelcomeModel> {
  package init(_ context: PresenterContext) {
    super.init(context, showing: context.stores.output { $0.status }.map(WelcomeModel.init))
  }

  package override func receive(_ input: UserInput) {
    switch input {
    case .signIn(let email): handlers.signIn(email: email)
    case .unlock: handlers.dispatch(.account(.unlocked(at: handlers.clock.now)))
    default: break
    }
  }
}

package final class ItemListPresenter: Presenter<ItemListModel?> {
  package init(_ context: PresenterContext) {
    let content = context.stores.output { [window = context.window] in
      ListContent(logins: $0.logins, list: $0.listState(of: window))
    }
    super.init(
      context,
      showing: content.map { content in
        content.list.map { list in
          let rows = context.rows.rows(of: content.logins, in: list)
          return ItemListModel(rows: rows, total: content.logins.count, list: list)
        }
      })
  }

  package override func receive(_ input: UserInput) {
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

package final class SyncStatusPresenter: Presenter<SyncStatus> {
  package init(_ context: PresenterContext) {
    super.init(context, showing: context.stores.output { $0.sync })
  }

  package override func receive(_ input: UserInput) {
    if input == .sync { handlers.sync() }
  }
}

package final class ItemDetailPresenter: Presenter<ItemDetailModel> {
  private let login: LoginID

  package init(_ context: PresenterContext, login: LoginID) {
    self.login = login
    let content = context.stores.output { [window = context.window] in
      ListContent(logins: $0.logins, list: $0.listState(of: window))
    }
    super.init(
      context,
      showing: content.map { content in
        let login = content.list?.selected.flatMap { id in content.logins.first { $0.id == id } }
        return ItemDetailModel(login: login, notice: content.list?.notice?.event)
      })
  }

  package override func receive(_ input: UserInput) {
    switch input {
    case .copy(let field): handlers.copy(field, of: login, in: window)
    case .editUsername(let text): edit(.username(text))
    case .editPassword(let password): edit(.password(password))
    case .delete: handlers.dispatch(.items(.deleted(login)))
    case .back: handlers.dispatch(.route(.pop, window))
    default: break
    }
  }

  private func edit(_ edit: LoginEdit) {
    handlers.dispatch(.items(.edited(login, edit, at: handlers.clock.now)))
  }
}

package final class ThemeSettingsPresenter: Presenter<ThemeChoices> {
  package init(_ context: PresenterContext) {
    super.init(context, showing: context.stores.output { $0.themeChoices })
  }

  package override func receive(_ input: UserInput) {
    switch input {
    case .useSystemAppearance(let isOn): handlers.dispatch(.theme(.useSystemAppearance(isOn)))
    case .chooseManually(let look): handlers.dispatch(.theme(.chooseManually(look)))
    case .followBrightness(let isOn): handlers.dispatch(.theme(.followBrightness(isOn)))
    case .moveThreshold(let value): handlers.dispatch(.theme(.setThreshold(value)))
    default: break
    }
  }
}

/// Shows the name of the account below the settings of the theme.
package final class AccountSettingsPresenter: Presenter<String> {
  package init(_ context: PresenterContext) {
    super.init(context, showing: context.stores.output { $0.status }.map(\.accountName))
  }

  package override func receive(_ input: UserInput) {
    switch input {
    case .signOut: handlers.dispatch(.account(.signedOut))
    case .back: handlers.dispatch(.route(.pop, window))
    default: break
    }
  }
}
