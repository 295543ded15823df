/// The position of an action in the life of its store: the first action is number 1.
///
/// A store passes the number to every reducer that takes it. It only ever grows, even when a
/// reducer restores an older state, and therefore it identifies a ``Signal``.
@frozen
public struct ActionNumber: Hashable, Comparable, Sendable, Codable, CustomStringConvertible {
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

  /// The number in digits, with a leading `#`.
  public var description: String { "#\(rawValue)" }
}

/// What a store passes to its ``ValueStore/logger`` about one action.
public struct LoggedAction<State, Action>: CustomStringConvertible {
  /// The number of the action.
  public let number: ActionNumber
  /// The action.
  public let action: Action
  /// The state after the action.
  ///
  /// While a logger keeps it, the next change to a collection in it copies that collection.
  public let state: State

  @usableFromInline
  init(number: ActionNumber, action: Action, state: State) {
    self.number = number
    self.action = action
    self.state = state
  }

  /// The number and the action, without the state; built on each access.
  public var description: String { "\(number) \(action)" }
}

extension LoggedAction: Sendable where State: Sendable, Action: Sendable {}
