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
