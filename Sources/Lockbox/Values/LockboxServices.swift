import Foundation

/// The services outside of the app.
@MainActor struct LockboxServices {
  var clock: any LockboxClock
  var account: any AccountService
  var sync: any SyncService
  var pasteboard: any Pasteboard
}

/// Signs in over the network.
@MainActor protocol AccountService: AnyObject {
  func signIn(email: String) async throws(SignInFailure) -> Profile
}

/// Fetches the changes of other devices.
@MainActor protocol SyncService: AnyObject {
  func fetchChanges() async -> SyncChanges
}

/// The clipboard, safe from any thread, since a store may copy on the thread that reduces.
protocol Pasteboard: AnyObject, Sendable {
  func put(_ text: Password)
}

/// The time; actions carry it, so that reducers do not read a clock.
@MainActor protocol LockboxClock: AnyObject {
  var now: Date { get }
}

/// A clock that is set by hand, so that two runs of one session see the same times.
final class SessionClock: LockboxClock {
  private(set) var now: Date

  /// The time at the start of every session.
  static let start = Date(timeIntervalSince1970: 1_700_000_000)

  init(now: Date = SessionClock.start) {
    self.now = now
  }

  func advance(by seconds: TimeInterval) {
    now += seconds
  }
}
