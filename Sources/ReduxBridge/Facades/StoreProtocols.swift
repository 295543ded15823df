import ReferenceRedux
public import ValueRedux

/// A store of value state, as a facade needs it: the new end of the bridge.
///
/// `ValueStore` conforms. Another store conforms in a few lines, one in the form of ReSwift included.
@MainActor
public protocol ValueStateStore<State, Action>: AnyObject {
  /// The value that the store holds.
  associatedtype State: Sendable
  /// The type of the actions.
  associatedtype Action: Sendable

  /// The present state.
  var state: State { get }

  /// Reduces an action; when the outermost call returns, all that the action caused is done.
  func dispatch(_ action: Action)

  /// Subscribes to the state: the present one at once, then each that follows an action, in order.
  ///
  /// - Parameter handler: Receives the state.
  /// - Returns: The token that keeps the subscription alive.
  func subscribe(_ handler: @escaping @MainActor (State) -> Void) -> SubscriptionToken
}

extension ValueStore: ValueStateStore {}

/// A store that shows another one, or that waits for what reduces elsewhere.
protocol StoreFacade: AnyObject {
  /// The store that this one shows; itself if it shows none.
  @MainActor var storeBehind: AnyObject { get }

  /// Reduces what this caller dispatched before, and delivers the events of it.
  ///
  /// Does nothing within a delivery, where later events must not overtake the present one.
  @MainActor func deliverPending()
}

/// Returns the store that an object is, or shows as a facade, also through several of them.
@MainActor
func storeBehindFacades(_ store: AnyObject) -> AnyObject {
  let next = (store as? any StoreFacade)?.storeBehind ?? store
  return next === store ? store : storeBehindFacades(next)
}
