public import ReferenceRedux
public import ValueRedux

/// A store of reference state, as a ``ValueFacade`` needs it: the old end of the bridge.
///
/// `ReferenceStore` conforms. Another store conforms in a few lines, and its presenters and the new
/// screens then work with either.
///
/// ## Thread safety
/// A conforming store is safe from any thread.
public protocol ReferenceStateStore<State, Action>: AnyObject, Sendable {
  /// The root of the class graph.
  associatedtype State: AnyObject
  /// The type of the actions.
  associatedtype Action: Sendable

  /// Schedules an action, and returns at once; from any thread.
  func dispatch(_ action: Action)

  /// Returns a deep copy of the state after all that this caller dispatched before.
  func currentState() throws -> sending State

  /// Lends the state, after all that this caller dispatched before, to a closure.
  func read<Result: Sendable>(_ body: @Sendable (State) throws -> Result) throws -> Result

  /// Observes a value of the state: the present one at once, then after changes, on the main actor.
  ///
  /// One call may cover several changes; the last change always leads to a call.
  ///
  /// - Parameters:
  ///   - read: Reads the value; called where the state is.
  ///   - handler: Receives the value, whether or not it changed.
  /// - Returns: The token that keeps the observation alive.
  @MainActor
  func observe<Value: Sendable>(
    _ read: @escaping @Sendable (State) -> Value, _ handler: @escaping @MainActor (Value) -> Void
  ) -> ObservationToken
}

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

// MARK: - The stores of this package

extension ReferenceStore: ReferenceStateStore {
  /// Observes a value of the state: the present one at once, then after changes, on the main actor.
  ///
  /// The executor reads the value once after each burst of actions, so that the main actor neither
  /// waits for pending actions nor pays for the reading. The handler runs right before the store posts
  /// its notification. A ``MigrationStore`` brings its objects up to date before the reading.
  ///
  /// - Parameters:
  ///   - read: Reads the value; called on the executor once per burst.
  ///   - handler: Receives the value, whether or not it changed.
  /// - Returns: The token that keeps the observation alive.
  @MainActor
  public func observe<Value: Sendable>(
    _ read: @escaping @Sendable (State) -> Value, _ handler: @escaping @MainActor (Value) -> Void
  ) -> ObservationToken {
    StoreConnection(self).observe(read, handler)
  }
}

extension ValueStore: ValueStateStore {}

/// A facade, as something that shows another store.
@MainActor
protocol StoreFacade: AnyObject {
  var storeBehind: AnyObject { get }
}

/// Returns the store that an object is, or shows as a facade, also through several of them.
@MainActor
func storeBehindFacades(_ store: AnyObject) -> AnyObject {
  guard let facade = store as? any StoreFacade else { return store }
  return storeBehindFacades(facade.storeBehind)
}
