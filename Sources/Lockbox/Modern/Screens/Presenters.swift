// A view holds its presenter strongly and attaches itself when it is ready; the presenter holds the
// view weakly, and knows it only through a protocol. There is one set of presenters: they stay as
// they are while the stores below them migrate.
//
// The round trip of the filter text, in five steps:
// 1. The view of the list passes the text to the ``ItemListPresenter``, which receives `.type`.
// 2. The presenter makes an action of it and hands it to the action handlers.
// 3. The action goes through the dispatcher to the store, whose outputs come back to the presenter: the
//    display of the list, and the logins.
// 4. The presenter combines both, filters the logins and makes a row of each.
// 5. The view draws the rows.
package import ValueRedux

/// A view, as its presenter knows it: it shows the content of one part of a screen.
///
/// Each view shows one slice or two, so that slices can migrate one at a time.
@MainActor package protocol ModelView<Model>: AnyObject {
  associatedtype Model
  func show(_ model: Model)
}

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

/// The logic behind one view: what it shows, and, in a subclass, what its inputs mean.
@MainActor package class Presenter<Model: Equatable> {
  fileprivate let handlers: any ActionHandlers
  fileprivate let window: WindowUUID
  private let output: Output<Model>
  private weak var view: (any ModelView<Model>)?
  private var observation: Any?

  package init(_ context: PresenterContext, showing output: Output<Model>) {
    handlers = context.handlers
    window = context.window
    self.output = output
  }

  package func attach(_ view: any ModelView<Model>) {
    self.view = view
    observation = output.observe { [weak self] in self?.view?.show($0) }
  }

  /// Receives an input of the user to the screen; ignores those to other parts of it.
  package func receive(_ input: UserInput) {}
}

/// Decides which screen a window shows, for a root view that is itself never visible.
@MainActor package final class RootPresenter {
  package let window: WindowUUID
  private let stores: any LockboxStores
  private weak var view: (any ModelView<Route>)?
  private var stack: [Route] = []
  private var observation: Any?

  package init(_ context: PresenterContext) {
    stores = context.stores
    window = context.window
  }

  package func attach(_ view: any ModelView<Route>) {
    self.view = view
    observation = stores.drive(self)
  }

  package func show(_ routes: [Route]) {
    let former = stack.last
    stack = routes
    if let top = stack.last, top != former { view?.show(top) }
  }

  /// Removes screens from the top, until `depth` remain.
  package func pop(to depth: Int) { show(Array(stack.prefix(depth))) }
  package func push(_ routes: [Route]) { show(stack + routes) }
}

package final class WelcomePresenter: Presenter<WelcomeModel> {
  package init(_ context: PresenterContext) {
    super.init(context, showing: context.stores.status.map(WelcomeModel.init))
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
    let (logins, display) = (context.stores.logins, context.stores.display(in: context.window))
    super.init(
      context,
      showing: logins.combined(with: display) { logins, display in
        display.map { display in
          let rows = context.rows.rows(of: logins, matching: display.filter, by: display.sort)
          return ItemListModel(rows: rows, total: logins.count, display: display)
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
    super.init(context, showing: context.stores.sync)
  }

  package override func receive(_ input: UserInput) {
    if input == .sync { handlers.sync() }
  }
}

package final class ItemDetailPresenter: Presenter<ItemDetailModel> {
  private let login: LoginID

  package init(_ context: PresenterContext, login: LoginID) {
    self.login = login
    let (logins, display) = (context.stores.logins, context.stores.display(in: context.window))
    super.init(
      context,
      showing: logins.combined(with: display) { logins, display in
        let login = display?.selected.flatMap { id in logins.first { $0.id == id } }
        return ItemDetailModel(login: login, notice: display?.notice)
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
    super.init(context, showing: context.stores.themeSettings)
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
    super.init(context, showing: context.stores.status.map(\.accountName))
  }

  package override func receive(_ input: UserInput) {
    switch input {
    case .signOut: handlers.dispatch(.account(.signedOut))
    case .back: handlers.dispatch(.route(.pop, window))
    default: break
    }
  }
}
