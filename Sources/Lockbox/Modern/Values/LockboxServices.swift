package import Foundation

@MainActor package struct LockboxServices {
  package let clock: SessionClock
  package let device: any Device
  /// Asks the server for the user's profile.
  package var profile: (_ email: String) async throws(SignInFailure) -> Profile
  /// Asks the server for what other devices changed.
  package let changes: () async -> SyncChanges

  package init(
    clock: SessionClock, device: any Device,
    profile: @escaping (_ email: String) async throws(SignInFailure) -> Profile,
    changes: @escaping () async -> SyncChanges
  ) {
    self.clock = clock
    self.device = device
    self.profile = profile
    self.changes = changes
  }

  /// Signs a user in, and returns the action of the result.
  package func signIn(email: String) async -> LockboxAction {
    do throws(SignInFailure) {
      return .account(.signedIn(try await profile(email), at: clock.now))
    } catch {
      return .account(.signInFailed(error))
    }
  }

  package func fetchChanges() async -> LockboxAction {
    .sync(.finished(await changes(), at: clock.now))
  }
}

/// The clipboard and the disk, safe from any thread, since a store of classes reduces on its own.
package protocol Device: AnyObject, Sendable {
  func copy(_ text: Password)
  /// Saves the settings of the theme in place of the former ones.
  func save(_ settings: Data)
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
