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
  /// Actions that only the control reduced, at a stage that compares, by sampling.
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
  package let side: Side
  /// The type of the action.
  public let actionType: String
  /// The number of the action in the store, starting at 1.
  public let actionNumber: Int
  /// How long the candidate took.
  public let duration: Duration

  /// The slice, the action and the time in one line.
  public var description: String {
    "\(slice): the \(side.rawValue) side took \(duration) for action \(actionNumber) "
      + "\(actionType)"
  }
}
