import ReferenceRedux

/// All action handlers of the app.
@MainActor final class ActionHandlers {
  let account: AccountActionHandler
  let syncing: SyncActionHandler
  let copying: CopyActionHandler
  let items: ItemActionHandler
  let routes: RouteActionHandler
  let theme: ThemeActionHandler

  init(
    dispatcher: Dispatcher, services: LockboxServices, copying: CopyActionHandler
  ) {
    account = AccountActionHandler(dispatcher: dispatcher, services: services)
    syncing = SyncActionHandler(dispatcher: dispatcher, services: services)
    self.copying = copying
    items = ItemActionHandler(dispatcher: dispatcher, services: services)
    routes = RouteActionHandler(dispatcher: dispatcher)
    theme = ThemeActionHandler(dispatcher: dispatcher)
  }

  /// Whether a sign-in or a sync is running.
  var isBusy: Bool { account.isBusy || syncing.isBusy }
}

extension ActionHandlers: LockboxCommands {
  func load(_ logins: [LoginRecord]) {
    items.imported(logins)
  }

  func signIn(email: String) {
    account.signIn(email: email)
  }

  func lock() {
    account.lock()
  }

  func unlock() {
    account.unlock()
  }

  func signOut() {
    account.signOut()
  }

  func sync() {
    syncing.start()
  }

  func copy(_ field: LoginField, of login: LoginID, in window: WindowID) {
    copying.copy(field, of: login, in: window)
  }

  func edit(_ login: LoginID, _ edit: LoginEdit) {
    items.edit(login, edit)
  }

  func delete(_ login: LoginID) {
    items.delete(login)
  }

  func display(_ action: ItemListAction, in window: WindowID) {
    items.display(action, in: window)
  }

  func go(_ action: RouteAction, in window: WindowID) {
    routes.go(action, in: window)
  }

  func change(_ theme: ThemeAction) {
    self.theme.change(theme)
  }

  func open(_ window: WindowID) {
    routes.open(window)
  }

  func close(_ window: WindowID) {
    routes.close(window)
  }
}

/// Signs in and out; a sign-in dispatches its result when it has one.
@MainActor final class AccountActionHandler {
  private let dispatcher: Dispatcher
  private let services: LockboxServices
  private var signIn: Task<Void, Never>?

  init(dispatcher: Dispatcher, services: LockboxServices) {
    self.dispatcher = dispatcher
    self.services = services
  }

  /// Starts a sign-in, unless one is running.
  func signIn(email: String) {
    guard signIn == nil else { return }
    dispatcher.dispatch(.account(.signInStarted(email: email)))
    signIn = Task {
      do throws(SignInFailure) {
        let profile = try await services.account.signIn(email: email)
        dispatcher.dispatch(.account(.signedIn(profile, at: services.clock.now)))
      } catch {
        dispatcher.dispatch(.account(.signInFailed(error)))
      }
      signIn = nil
    }
  }

  func lock() {
    dispatcher.dispatch(.account(.locked))
  }

  func unlock() {
    dispatcher.dispatch(.account(.unlocked(at: services.clock.now)))
  }

  func signOut() {
    dispatcher.dispatch(.account(.signedOut))
  }

  var isBusy: Bool { signIn != nil }
}

/// Fetches the changes of other devices, one sync at a time.
@MainActor final class SyncActionHandler {
  private let dispatcher: Dispatcher
  private let services: LockboxServices
  private var sync: Task<Void, Never>?

  init(dispatcher: Dispatcher, services: LockboxServices) {
    self.dispatcher = dispatcher
    self.services = services
  }

  /// Starts a sync, unless one is running.
  func start() {
    guard sync == nil else { return }
    dispatcher.dispatch(.sync(.started))
    sync = Task {
      let changes = await services.sync.fetchChanges()
      dispatcher.dispatch(.sync(.finished(changes, at: services.clock.now)))
      sync = nil
    }
  }

  var isBusy: Bool { sync != nil }
}

/// Dispatches changes of the library and of its lists.
@MainActor final class ItemActionHandler {
  private let dispatcher: Dispatcher
  private let services: LockboxServices

  init(dispatcher: Dispatcher, services: LockboxServices) {
    self.dispatcher = dispatcher
    self.services = services
  }

  func imported(_ logins: [LoginRecord]) {
    dispatcher.dispatch(.items(.imported(logins)))
  }

  func edit(_ login: LoginID, _ edit: LoginEdit) {
    dispatcher.dispatch(.items(.edited(login, edit, at: services.clock.now)))
  }

  func delete(_ login: LoginID) {
    dispatcher.dispatch(.items(.deleted(login)))
  }

  func display(_ action: ItemListAction, in window: WindowID) {
    dispatcher.dispatch(.list(action, window))
  }
}

/// Copies a field of a login to the clipboard; the secret goes nowhere else.
@MainActor final class CopyActionHandler {
  private let dispatcher: Dispatcher
  private let services: LockboxServices
  private let store: LockboxStoring?

  /// Makes the handler.
  ///
  /// - Parameters:
  ///   - dispatcher: Delivers the action.
  ///   - services: The services, with the clipboard.
  ///   - store: The store with the login; `nil` if the store itself performs the copy.
  init(dispatcher: Dispatcher, services: LockboxServices, store: LockboxStoring?) {
    self.dispatcher = dispatcher
    self.services = services
    self.store = store
  }

  func copy(_ field: LoginField, of id: LoginID, in window: WindowID) {
    let action = LockboxAction.list(.copied(field, of: id, at: services.clock.now), window)
    let effects = store?.read { CopyEffect.effects(of: action, in: $0) } ?? []
    for effect in effects { services.pasteboard.put(effect.text) }
    dispatcher.dispatch(action)
  }
}

extension CopyEffect {
  /// The copies that an action causes in the legacy app.
  static func effects(of action: LockboxAction, in state: LockboxState) -> [CopyEffect] {
    guard case .list(.copied(let field, let id, _), _) = action,
      let login = state.library.login(id)
    else { return [] }
    switch field {
    case .username: return [CopyEffect(text: Password(login.username))]
    case .password: return [CopyEffect(text: login.password)]
    }
  }
}

/// Dispatches navigation within a window, and opening and closing of windows.
@MainActor final class RouteActionHandler {
  private let dispatcher: Dispatcher

  init(dispatcher: Dispatcher) {
    self.dispatcher = dispatcher
  }

  func go(_ action: RouteAction, in window: WindowID) {
    dispatcher.dispatch(.route(action, window))
  }

  func open(_ window: WindowID) {
    dispatcher.dispatch(.window(.open(window)))
  }

  func close(_ window: WindowID) {
    dispatcher.dispatch(.window(.close(window)))
  }
}

/// Dispatches changes of the theme's settings, and reports of the device.
@MainActor final class ThemeActionHandler {
  private let dispatcher: Dispatcher

  init(dispatcher: Dispatcher) {
    self.dispatcher = dispatcher
  }

  func change(_ change: ThemeAction) {
    dispatcher.dispatch(.theme(change))
  }
}
