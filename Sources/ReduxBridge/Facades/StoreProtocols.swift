public import ReferenceRedux
public import ValueRedux

/// A store of values that a ``LegacyFacade`` or a `RouteDriver` can use.
///
/// `ValueStore` conforms to this protocol. A few lines of code make another store conform, such as a ReSwift store.
@MainActor
public protocol ValueStateStore<State, Action>: AnyObject {
  /// The value that the store holds.
  associatedtype State: Sendable
  /// The type of the actions.
  associatedtype Action: Sendable

  /// The present state.
  var state: State { get }

  /// Reduces an action; the outermost call also reduces all actions that subscribers dispatch during the call.
  func dispatch(_ action: Action)

  /// Subscribes to the state: delivers the present state at once, then the state after each action, in order.
  ///
  /// - Parameter handler: A closure that receives the state, on the main actor.
  /// - Returns: The token that keeps the subscription alive.
  func subscribe(_ handler: @escaping @MainActor (State) -> Void) -> SubscriptionToken
}

extension RouteDriver {
  /// Creates a driver, which lets a router show the routes in a store of values, such as a ``ValueFacade``.
  ///
  /// - Parameters:
  ///   - store: The store that holds the routes; the driver keeps it alive.
  ///   - routes: A closure that reads the stack of routes from the value, the route of the lowest screen first.
  ///   - router: The router, which the driver holds weakly.
  public convenience init<Store: ValueStateStore>(
    _ store: Store, routes: @escaping @MainActor (Store.State) -> [Destination.Route],
    router: Destination
  ) {
    self.init(router, by: store) { go in store.subscribe { go(routes($0)) } }
  }
}

/// A store that passes the state after each single action to observers, as a ``FluxStore`` requires.
///
/// `ValueStore`, `ReferenceStore`, ``Migration`` and ``ValueFacade`` conform. Another store can conform with a few
/// lines of code: it keeps a list of closures, and calls them after each action.
///
/// Each requirement is isolated to the main actor, but the protocol itself is not. If the protocol were isolated, the
/// Swift 5 language mode would also isolate the subclasses of each conforming class.
public protocol TransitionSource<State, Action>: AnyObject {
  /// The state of the store.
  associatedtype State
  /// The type of the actions.
  associatedtype Action: Sendable

  /// Dispatches an action.
  @MainActor func dispatch(_ action: Action)

  /// Observes every action from now on, in the order in which the store reduces the actions.
  ///
  /// The handler receives each event separately, even if another thread dispatches the action, or the store reduces
  /// several actions within one turn of the main actor. A store that reduces off the main actor delivers the events in
  /// the next turn of the main actor. Before this method returns, such a store reduces the actions that the caller
  /// dispatched earlier, and delivers their events to the earlier observations.
  ///
  /// - Parameters:
  ///   - event: A closure that returns the event to deliver, or nil. It runs on the executor that reduces the actions:
  ///     first with the present state and nil as the action, then after each action. It must not keep the state.
  ///   - handler: Receives each event. An event for the present state arrives before this method returns.
  /// - Returns: The token that keeps the observation alive. The token does not keep the store alive.
  @MainActor
  func observeTransitions<Event: Sendable>(
    _ event: @escaping @Sendable (_ action: Action?, _ state: State) -> Event?,
    _ handler: @escaping @MainActor (Event) -> Void
  ) -> SubscriptionToken
}

/// A store that shows another one, or that waits for what reduces elsewhere.
protocol StoreFacade: AnyObject {
  /// The store behind this facade; a store that is no facade returns itself.
  @MainActor var storeBehind: AnyObject { get }

  /// Reduces the actions that the caller dispatched earlier, and delivers the events of these actions.
  ///
  /// If an event is being delivered, the call does nothing, because later events must not overtake that event.
  @MainActor func deliverPending()
}

/// Returns the store behind an object that is a store or a facade.
@MainActor
func storeBehindFacades(_ store: AnyObject) -> AnyObject {
  (store as? any StoreFacade)?.storeBehind ?? store
}

// MARK: - The stores of this package

extension ValueStore: ValueStateStore, TransitionSource {
  /// Observes every action from now on; each event arrives after the middlewares have run for its action.
  ///
  /// See ``TransitionSource/observeTransitions(_:_:)``.
  public func observeTransitions<Event: Sendable>(
    _ event: @escaping @Sendable (_ action: Action?, _ state: State) -> Event?,
    _ handler: @escaping @MainActor (Event) -> Void
  ) -> SubscriptionToken {
    let outlet = EventOutlet(handler)
    let first = event(nil, state)
    let remove = afterEachAction { state, action in
      if let event = event(action, state) { outlet.deliver(event) }
    }
    let token = outlet.makeToken(onEnd: remove)
    if let first { outlet.deliver(first) }
    return token
  }
}

extension ReferenceStore: TransitionSource {
  /// Observes every action from now on; the handler runs before the store posts its notification.
  ///
  /// See ``TransitionSource/observeTransitions(_:_:)``. The store delivers the events of one action
  /// in the order in which the observations began.
  ///
  /// - Precondition: The call is not inside `read(_:)`; otherwise, the process ends with a message.
  @MainActor
  public func observeTransitions<Event: Sendable>(
    _ event: @escaping @Sendable (_ action: Action?, _ state: State) -> Event?,
    _ handler: @escaping @MainActor (Event) -> Void
  ) -> SubscriptionToken {
    StoreConnection(self).observeTransitions(event, handler)
  }
}

extension ReferenceStore: StoreFacade {
  var storeBehind: AnyObject { self }

  func deliverPending() { StoreConnection(self).deliverPending() }
}
