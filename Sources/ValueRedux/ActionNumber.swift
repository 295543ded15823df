/// The position of an action in the life of its store: the first action is number 1.
///
/// A store passes the number to every reducer that takes it. It only ever grows, even when a
/// reducer restores an older state, and therefore it identifies a ``Signal``. It is encoded as its
/// ``rawValue`` alone; a property list needs that inside of an array or a dictionary.
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

extension ActionNumber: CodedByForm {
  var form: UInt64 { rawValue }
  init?(form: UInt64) { self.init(form) }
}

/// What a store passes to its ``ValueStore/logger`` about one action.
///
/// Its texts show the name of the action without its payload, which may contain secrets.
public struct LoggedAction<State, Action>: CustomStringConvertible, CustomReflectable {
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

  /// The number and the name of the action, such as `#3 Step.rename`, without its payload and without
  /// the state; built on each access.
  public var description: String { "\(number) \(name)" }

  /// What `dump` shows: the description.
  public var customMirror: Mirror { Mirror(self, children: ["description": description]) }

  /// The type of the action, with the name of its case.
  private var name: String {
    let type = "\(Swift.type(of: action as Any))"
    // A type that describes or reflects itself may show anything.
    guard !(action is any CustomReflectable) else { return type }
    let mirror = Mirror(reflecting: action)
    guard mirror.displayStyle == .enum else { return type }
    if let label = mirror.children.first?.label { return "\(type).\(label)" }
    let describesItself =
      action is any CustomStringConvertible || action is any CustomDebugStringConvertible
      || action is any TextOutputStreamable
    return describesItself ? type : "\(type).\(action)"
  }
}

extension LoggedAction: Sendable where State: Sendable, Action: Sendable {}
