package import Foundation

/// The services outside of the app.
@MainActor package struct LockboxServices {
  package var clock: any LockboxClock
  package var account: any AccountService
  package var sync: any SyncService
  package var pasteboard: any Pasteboard

  package init(
    clock: any LockboxClock, account: any AccountService, sync: any SyncService,
    pasteboard: any Pasteboard
  ) {
    self.clock = clock
    self.account = account
    self.sync = sync
    self.pasteboard = pasteboard
  }
}

/// Signs in over the network.
@MainActor package protocol AccountService: AnyObject {
  func signIn(email: String) async throws(SignInFailure) -> Profile
}

/// Fetches the changes of other devices.
@MainActor package protocol SyncService: AnyObject {
  func fetchChanges() async -> SyncChanges
}

/// The clipboard, safe from any thread, since a store may copy on the thread that reduces.
package protocol Pasteboard: AnyObject, Sendable {
  func put(_ text: Password)
}

/// The time; actions carry it, so that reducers do not read a clock.
@MainActor package protocol LockboxClock: AnyObject {
  var now: Date { get }
}

/// A clock that is set by hand, so that two runs of one session see the same times.
package final class SessionClock: LockboxClock {
  package private(set) var now: Date

  /// The time at the start of every session.
  package static let start = Date(timeIntervalSince1970: 1_700_000_000)

  package init(now: Date = SessionClock.start) {
    self.now = now
  }

  package func advance(by seconds: TimeInterval) {
    now += seconds
  }
}
