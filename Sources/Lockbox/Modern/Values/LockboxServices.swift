package import Foundation

/// The outside of the app: a clock, a server, a clipboard.
@MainActor package protocol LockboxServices: Sendable {
  var clock: SessionClock { get }
  /// Puts a text on the clipboard; safe from any thread, since a store of classes reduces on its own.
  var copy: @Sendable (Password) -> Void { get }
  /// Asks the server for the user's profile.
  func profile(of email: String) async throws(SignInFailure) -> Profile
  /// Asks the server for what other devices changed.
  func changes() async -> SyncChanges
}

extension LockboxServices {
  /// Signs a user in, and returns the action of the result.
  package func signIn(email: String) async -> LockboxAction {
    do throws(SignInFailure) {
      return .account(.signedIn(try await profile(of: email), at: clock.now))
    } catch {
      return .account(.signInFailed(error))
    }
  }

  package func fetchChanges() async -> LockboxAction {
    .sync(.finished(await changes(), at: clock.now))
  }
}

/// A clock that is set by hand, so that two runs of one session see the same times.
///
/// Actions carry the time, so that reducers do not read a clock.
@MainActor package final class SessionClock {
  package nonisolated static let start = Date(timeIntervalSince1970: 1_700_000_000)

  package private(set) var now = SessionClock.start

  package init() {}

  package func advance(by seconds: TimeInterval) {
    now += seconds
  }
}
