import LockboxModern
import ReferenceRedux

/// The action handlers of the legacy app, some of which do work before they dispatch.
final class LegacyActionHandlers: ActionHandlers {
  let clock: any LockboxClock
  private let dispatcher: Dispatcher
  private let account: AccountActionHandler
  private let syncing: SyncActionHandler
  private let copying: CopyActionHandler

  /// Makes the handlers.
  ///
  /// - Parameters:
  ///   - dispatcher: Delivers the actions.
  ///   - services: The services outside of the app.
  ///   - store: The store with the logins to copy; `nil` if the store itself performs the copy.
  init(dispatcher: Dispatcher, services: LockboxServices, store: LockboxStoring?) {
    clock = services.clock
    self.dispatcher = dispatcher
    account = AccountActionHandler(dispatcher: dispatcher, services: services)
    syncing = SyncActionHandler(dispatcher: dispatcher, services: services)
    copying = CopyActionHandler(dispatcher: dispatcher, services: services, store: store)
  }

  /// Whether a sign-in or a sync is running.
  var isBusy: Bool { account.isBusy || syncing.isBusy }

  func dispatch(_ action: LockboxAction) { dispatcher.dispatch(action) }
  func signIn(email: String) { account.signIn(email: email) }
  func sync() { syncing.start() }

  func copy(_ field: LoginField, of login: LoginID, in window: WindowID) {
    copying.copy(field, of: login, in: window)
  }
}

/// Signs in, and dispatches the result when there is one.
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

/// Copies a field of a login to the clipboard; the secret goes nowhere else.
@MainActor final class CopyActionHandler {
  private let dispatcher: Dispatcher
  private let services: LockboxServices
  private let store: LockboxStoring?

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
