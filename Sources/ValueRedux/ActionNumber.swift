/// The position of an action in the life of its store: the first action is number 1.
///
/// A store passes the number to every reducer that takes it. It only ever grows, even when a
/// reducer restores an older state, and therefore it identifies a ``Signal``. It is encoded as its
/// ``rawValue`` alone; a property list needs that inside of an array or a dictionary.
@frozen
public struct ActionNumber: Hashable, Comparable, Sendable, Codable {
  /// The position, where 1 is the first action.
  public var rawValue: UInt64

  /// The number before the first action, which no action has.
  public static let zero = ActionNumber(0)

  /// Creates the number of the action at a position.
  @inlinable public init(_ rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// Whether the action on the left came before the one on the right.
  @inlinable public static func < (lhs: ActionNumber, rhs: ActionNumber) -> Bool {
    lhs.rawValue < rhs.rawValue
  }
}

extension ActionNumber: CodedByForm {
  var form: UInt64 { rawValue }
  init?(form: UInt64) { self.init(form) }
}
