/// A place that the same input does not determine.
///
/// ## Thread safety
/// A value; safe from any thread.
public struct Noise: Sendable, Equatable, CustomStringConvertible {
  /// The side whose answer was not the same twice.
  public let side: Side
  /// The number of the action, the first being 1; 0 for the initial state.
  public let actionNumber: Int
  /// The type of the action; empty for the initial state.
  public let actionType: String
  /// Where in the slice the two answers differ; empty for the whole.
  public let path: String
  /// What the first run gave.
  public let first: String
  /// What the second run gave.
  public let second: String

  /// The finding in one line.
  public var description: String {
    let moment =
      actionNumber == 0 ? "in the initial state" : "after action \(actionNumber) \(actionType)"
    return "\(side.rawValue) side: \(moment), \(path.isEmpty ? "as a whole" : "at \(path)"): "
      + "\(first), then \(second) from the same input"
  }

  /// Whether a mismatch may come from here: the same type of action, and one place inside the other.
  func explains(_ mismatch: Mismatch) -> Bool {
    guard actionNumber == 0 || actionType == mismatch.actionType else { return false }
    let mine = Mismatch.pattern(of: path).split(separator: ".")
    let other = mismatch.pathPattern.split(separator: ".")
    return zip(mine, other).allSatisfy { $0 == $1 }
  }
}
