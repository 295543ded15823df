/// What a store compared and reported so far, in numbers for an app's own metrics.
public struct ParityCounters: Sendable, Equatable, Codable {
  /// Comparisons, one for each slice and action.
  public internal(set) var compared = 0
  /// Comparisons in which both sides agreed.
  public internal(set) var matched = 0
  /// Comparisons with differences that a ``DifferenceRule`` explains, and no others.
  public internal(set) var excused = 0
  /// Comparisons with an unexplained difference.
  public internal(set) var mismatched = 0
  /// Actions that only the control reduced, at a stage that compares: by sampling, or because a slice
  /// is out of comparison.
  public internal(set) var skipped = 0
  /// Changes that did not reach a listener, or reached it again.
  public internal(set) var wrongDeliveries = 0
  /// Mismatches that `onMismatch` received.
  public internal(set) var reported = 0
  /// Mismatches that `onMismatch` did not receive, because one of the kind was reported before.
  public internal(set) var withheld = 0
  /// Actions for which a candidate took longer than the limit.
  public internal(set) var slowCandidates = 0
}

/// An action for which the side under trial took longer than the limit of ``ParityOptions``.
public struct SlowCandidate: Sendable, Equatable, CustomStringConvertible {
  /// The name of the slice.
  public let slice: String
  /// The side under trial: the new one at stage `shadow`, the old one at `lead`.
  public let side: Side
  /// The type of the action.
  public let actionType: String
  /// The number of the action in the store, starting at 1.
  public let actionNumber: Int
  /// How long the candidate took.
  public let duration: Duration
  /// Whether the slice is out of comparison from now on.
  public let isTakenOut: Bool

  /// The slice, the action and the time in one line.
  public var description: String {
    let end = isTakenOut ? "; the slice is no longer compared" : ""
    return "\(slice): the \(side.rawValue) side took \(duration) for action \(actionNumber) "
      + "\(actionType)\(end)"
  }
}

/// Limits how often mismatches of one kind are reported.
struct ReportLimiter: Sendable {
  private let interval: Duration?
  private var latest: [String: Duration] = [:]

  init(_ interval: Duration?) {
    self.interval = interval
  }

  /// Returns whether to report a mismatch of a kind now.
  mutating func allows(_ kind: String, at time: () -> Duration) -> Bool {
    guard let interval else { return true }
    let now = time()
    if let last = latest[kind], now - last < interval { return false }
    latest[kind] = now
    return true
  }
}
