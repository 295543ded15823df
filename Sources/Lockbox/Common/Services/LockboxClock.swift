import Foundation

/// Tells the time: actions carry it, so that reducing them never asks.
@MainActor protocol LockboxClock: AnyObject {
  var now: Date { get }
}

/// A clock that is set by hand.
///
/// Two runs of one session see the same times.
final class SessionClock: LockboxClock {
  private(set) var now: Date

  /// The time at which every session starts.
  static let start = Date(timeIntervalSince1970: 1_700_000_000)

  init(now: Date = SessionClock.start) {
    self.now = now
  }

  func advance(by seconds: TimeInterval) {
    now += seconds
  }
}
