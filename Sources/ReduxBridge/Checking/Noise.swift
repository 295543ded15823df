/// A place that the same input does not determine.
///
/// ## Thread safety
/// A value; safe from any thread.
public struct Noise: Sendable, Equatable, CustomStringConvertible {
  /// The side whose answer was not the same twice.
  public let side: Side
  /// The number of the action, the first being 1.
  public let actionIndex: Int
  /// The type of the action.
  public let actionType: String
  /// Where in the slice the two answers differ; empty for the whole.
  public let path: String
  /// What the first run gave.
  public let first: String
  /// What the second run gave.
  public let second: String

  /// The finding in one line.
  public var description: String {
    "\(side.rawValue) side: after action \(actionIndex) \(actionType), "
      + "\(path.isEmpty ? "as a whole" : "at \(path)"): \(first), then \(second) from the same input"
  }
}
