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
