/// The position of a slice on its way from mutable classes to pure values.
///
/// A slice can move to a later or an earlier stage, independently of other slices, while the app runs. The stages are
/// ordered from ``legacy`` to ``migrated``.
///
/// | stage | runs | the new state | the other side |
/// |---|---|---|---|
/// | ``legacy`` | reduce blocks | the objects | absent |
/// | ``shadow`` | both | the objects | its value is discarded after the comparison |
/// | ``lead`` | both | the value | the value is written to the objects |
/// | ``migrated`` | reducer | the value | not run; the value is written to the objects while old code may read them |
///
/// At ``migrated``, a ``MigrationStore`` updates the objects of the slice before it runs a block outside of the slice
/// or lends the state by `read`; a ``MainMigrationStore`` updates them at each action. These updates cost one
/// comparison per action, and one `write` of the projection per change. As soon as no block can read the objects (see
/// ``StateSlice/withoutLegacyReaders()``), a ``MigrationStore`` calls `clear` of the projection, if there is one, and
/// no longer writes to the cleared objects. Copies of the state, such as `currentState()`, are complete at every stage.
public enum Stage: String, Sendable, Codable, CaseIterable, Comparable {
  /// Only the reduce blocks run.
  case legacy
  /// Both sides reduce each action; the result of the reduce blocks becomes the new state.
  case shadow
  /// Both sides reduce each action; the result of the reducer becomes the new state, and is written to the objects.
  case lead
  /// Only the reducer runs; the objects remain only for old code outside of the slice.
  case migrated

  /// Orders the stages from ``legacy`` to ``migrated``.
  public static func < (lhs: Stage, rhs: Stage) -> Bool {
    lhs != rhs && allCases.first { $0 == lhs || $0 == rhs } == lhs
  }

  /// The side whose result becomes the new state at this stage.
  package var control: Side {
    self == .legacy || self == .shadow ? .legacy : .value
  }
}

/// One of the two implementations of a slice.
public enum Side: String, Sendable, Codable, CaseIterable {
  /// The reduce blocks, which change objects.
  case legacy
  /// The reducer, which changes a value.
  case value
}
