package import Foundation

@MainActor package struct LockboxServices {
  package var clock: SessionClock
  package var account: any AccountService
  package var sync: any SyncService
  package var device: any Device

  package init(
    clock: SessionClock, account: any AccountService, sync: any SyncService, device: any Device
  ) {
    self.clock = clock
    self.account = account
    self.sync = sync
    self.device = device
  }
}

@MainActor package protocol AccountService: AnyObject {
  func signIn(email: String) async throws(SignInFailure) -> Profile
}

@MainActor package protocol SyncService: AnyObject {
  func fetchChanges() async -> SyncChanges
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
