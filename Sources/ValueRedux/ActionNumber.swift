/// The position of an action among all actions of its store: the first action is number 1.
///
/// A store passes the number of each action to the reducers that ``Reducer/init(numbered:)`` creates. A store never
/// repeats a number, even if a reducer restores an older state, so the number identifies a ``Signal``. An action number
/// is encoded as a plain integer, which cannot be the root of a property list.
@frozen
public struct ActionNumber: Hashable, Sendable, Codable {
  /// The position of the action among the actions of its store; the first action has the position 1.
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
