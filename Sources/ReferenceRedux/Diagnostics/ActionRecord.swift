/// One action, with its number in the life of its store.
///
/// Its texts are made when they are asked for: keeping or passing over a record costs nothing.
///
/// ## Thread safety
///
/// A value: safe from any thread.
public struct ActionRecord: Sendable, CustomStringConvertible {
  /// The action itself.
  public let action: any Sendable

  /// The first action that the store reduces is number 1.
  public let number: Int

  /// Makes a record.
  ///
  /// - Parameters:
  ///   - action: the action itself.
  ///   - number: its number in the life of the store, from 1.
  public init(_ action: any Sendable, number: Int) {
    self.action = action
    self.number = number
  }

  /// The identifier of the action, or the name of its enum case, or that of its type.
  public var name: String {
    if let action = action as? any ReduxAction { return action.identifier }
    let mirror = Mirror(reflecting: action)
    guard mirror.displayStyle == .enum else { return "\(type(of: action))" }
    return mirror.children.first?.label ?? "\(action)"
  }

  /// The number and the name, such as "action 17 `rename`".
  public var description: String { "action \(number) `\(name)`" }

  /// The action with all that it carries.
  public var details: String { String(describing: action) }
}
