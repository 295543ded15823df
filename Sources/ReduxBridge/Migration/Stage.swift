/// Where a slice of the state stands on its way from mutable classes to pure values.
///
/// A slice moves in either direction, one slice at a time, while the app runs. The stages are ordered
/// from the old side to the new one.
///
/// | stage | what runs | whose answer counts | what the other side is |
/// |---|---|---|---|
/// | ``legacy`` | reduce blocks | reference state | not there |
/// | ``shadow`` | both | reference state | a candidate, thrown away after the comparison |
/// | ``lead`` | both | value | kept ready: the value is written back |
/// | ``migrated`` | reducer | value | neither run nor written |
///
/// ## Thread safety
/// A value; safe from any thread.
public enum Stage: String, Sendable, Codable, CaseIterable, Comparable {
  /// Only the reduce blocks run.
  case legacy
  /// Both sides run on each action; the reduce blocks' answer counts.
  case shadow
  /// Both sides run on each action; the reducer's answer counts and is written back.
  case lead
  /// Only the reducer runs; the reference state of the slice is no longer kept.
  case migrated

  /// Orders the stages from ``legacy`` to ``migrated``.
  public static func < (lhs: Stage, rhs: Stage) -> Bool {
    lhs.rank < rhs.rank
  }

  /// The side whose answer counts at this stage.
  public var control: Side {
    self < .lead ? .legacy : .value
  }

  private var rank: Int {
    switch self {
    case .legacy: 0
    case .shadow: 1
    case .lead: 2
    case .migrated: 3
    }
  }
}

/// One of the two implementations of a slice.
///
/// ## Thread safety
/// A value; safe from any thread.
public enum Side: String, Sendable, Codable, CaseIterable {
  /// The reduce blocks over reference state.
  case legacy
  /// The reducer over a value.
  case value

  /// The other side.
  public var opposite: Side {
    self == .legacy ? .value : .legacy
  }
}
