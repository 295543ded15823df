/// The position of an action in the life of its store: the first action is number 1.
///
/// A store hands the number to every reducer and to every middleware. It only ever grows, also when
/// an older state is put back, and that is what makes it fit to identify a ``Signal``.
///
/// ## Thread safety
///
/// Safe from any thread because it is an immutable value.
@frozen
public struct ActionNumber: Hashable, Comparable, Sendable, Codable,
  CustomStringConvertible
{
  /// The number itself.
  public var rawValue: UInt64

  /// The number before the first action, which no action carries.
  public static let zero = ActionNumber(0)

  /// Makes the number of an action.
  ///
  /// - Parameter rawValue: The position, where 1 is the first action.
  @inlinable public init(_ rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// Whether the action on the left came before the one on the right.
  ///
  /// - Parameters:
  ///   - lhs: One number.
  ///   - rhs: Another number.
  /// - Returns: Whether `lhs` is the earlier one.
  @inlinable public static func < (lhs: ActionNumber, rhs: ActionNumber) -> Bool {
    lhs.rawValue < rhs.rawValue
  }

  /// The number in digits, with a leading `#`.
  public var description: String { "#\(rawValue)" }
}
