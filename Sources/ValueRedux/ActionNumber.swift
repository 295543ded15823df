/// The position of an action among all actions of its store: the first action is number 1.
///
/// A store passes the number to each reducer that takes one. The number grows with each action, even
/// when a reducer restores an older state, so it identifies a ``Signal``. The number is encoded as a
/// plain integer: a property list can contain it in an array or a dictionary, but not as its root.
@frozen
public struct ActionNumber: Hashable, Sendable, Codable {
  /// The position, where 1 is the first action.
  public var rawValue: UInt64

  /// Creates the number of the action at a position; no action has the position 0.
  @inlinable public init(_ rawValue: UInt64) {
    self.rawValue = rawValue
  }
}

extension ActionNumber: CodedByForm {
  var form: UInt64 { rawValue }
  init?(form: UInt64) { self.init(form) }
}
