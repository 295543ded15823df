/// The position of an action in the life of its store: the first action is number 1.
///
/// A store passes the number to every reducer that takes it. It only ever grows, even when a
/// reducer restores an older state, and therefore it identifies a ``Signal``. It is encoded as an
/// integer alone; a property list can have it inside of an array or a dictionary, not as its root.
@frozen
public struct ActionNumber: Hashable, Sendable, Codable {
  /// The position, where 1 is the first action.
  public var rawValue: UInt64

  /// Creates the number of the action at a position; no action has 0.
  @inlinable public init(_ rawValue: UInt64) {
    self.rawValue = rawValue
  }
}

extension ActionNumber: CodedByForm {
  var form: UInt64 { rawValue }
  init?(form: UInt64) { self.init(form) }
}
