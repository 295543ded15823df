import Foundation

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
