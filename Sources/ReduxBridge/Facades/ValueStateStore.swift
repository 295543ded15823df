import ValueRedux

/// What a facade needs of a store of value state: the new end of the bridge.
///
/// `ValueStore` conforms. A third-party store takes this end by conforming; one in the form of ReSwift
/// needs a few lines.
///
/// ## Thread safety
/// Confined to the main actor.
@MainActor
public protocol ValueStateStore<State, Action>: AnyObject {
  /// The value that the store holds.
  associatedtype State: Sendable
  /// What is dispatched.
  associatedtype Action: Sendable

  /// The state now.
  var state: State { get }

  /// Reduces an action; when the outermost call returns, all that it caused is done.
  func dispatch(_ action: Action)

  /// Tells of each state: the present one at once, then each that follows an action, in order.
  ///
  /// - Parameter told: Is handed the state.
  /// - Returns: A token; nothing is told after it is released.
  func follow(_ told: @escaping @MainActor (State) -> Void) -> FollowToken
}
