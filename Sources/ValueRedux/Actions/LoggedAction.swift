/// What a store tells its logger about one action.
///
/// Nothing is described until somebody asks: `description` is made on request.
///
/// ## Thread safety
///
/// Safe from any thread where `State` and `Action` are `Sendable`, because it is an immutable value.
public struct LoggedAction<State, Action>: CustomStringConvertible {
  /// The number of the action.
  public let number: ActionNumber
  /// The action.
  public let action: Action
  /// The state after the action.
  ///
  /// A logger that keeps it makes the store copy what the next actions change.
  public let state: State

  @usableFromInline
  init(number: ActionNumber, action: Action, state: State) {
    self.number = number
    self.action = action
    self.state = state
  }

  /// The number and the action, without the state.
  public var description: String { "\(number) \(action)" }
}

extension LoggedAction: Sendable where State: Sendable, Action: Sendable {}
