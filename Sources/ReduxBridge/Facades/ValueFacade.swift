public import ReferenceRedux
public import ValueRedux

/// A facade that shows a class store as a store of values, so that new screens can use the old store.
///
/// A new screen uses values, selections and subscriptions while its state is still in the class graph:
///
/// ```swift
/// let settings = ValueFacade(LoginStore.shared, reading: theme.read)
/// let token = settings.subscribe(\.isManual) { toggle.isOn = $0 }
/// settings.dispatch(.setManual(true))
/// ```
///
/// A facade created without `effects` reads the value once after several actions in quick succession, on the executor
/// of the store, and delivers it on the main actor. The facade does not keep one promise of a value store: when
/// ``dispatch(_:)`` returns, the action may still be pending. Code that needs the result of an action must subscribe.
///
/// The token of a subscription keeps the facade alive, and the facade keeps the store alive.
@MainActor
public final class ValueFacade<Base: TransitionSource, Value: Equatable & Sendable>:
  ValueStateStore
{
  private let base: Base
  /// The store behind, which the base need not keep.
  private let store: AnyObject
  /// Reduces each new value to itself: subscribing is that of a value store.
  package let mirror: ValueStore<Value, Value>
  private let read: @Sendable (Base.State) -> Value
  /// The token that keeps the mirror up to date.
  private var observation: AnyObject?

  /// Creates the facade of a value in the state of a class store.
  ///
  /// To read the first value, the initializer blocks the main actor until the store has reduced all pending actions.
  ///
  /// - Parameters:
  ///   - store: The store, which the facade keeps alive.
  ///   - read: A closure that reads the value from the state, on the executor of the store.
  public convenience init<State, Action>(
    _ store: ReferenceStore<State, Action>, reading read: @escaping @Sendable (State) -> Value
  ) where Base == ReferenceStore<State, Action> {
    self.init(store, of: StoreConnection(store), needsObjects: { true }, reading: read)
  }

  /// Creates the facade of a value in the state of any store, with side effects after each action.
  ///
  /// As in a value store, the closures of `effects` and the subscribers receive the value after every later action. For
  /// a slice of a ``MigrationStore``, the facade reads the objects of the slice. The store updates these objects before
  /// each reading, as long as the store keeps the objects (see ``Stage/migrated``). After the migration, make each
  /// closure of `effects` the body of a middleware.
  ///
  /// - Parameters:
  ///   - base: The store, or its ``Migration``. The facade keeps the store alive. The initializer blocks the main actor
  ///     until the store has reduced all pending actions.
  ///   - read: A closure that reads the value after each action, on the executor that reduces the actions.
  ///   - effects: The closures to call on the main actor after each action, in the order of this list and before the
  ///     subscribers. Each closure receives the value after the action, the action, and a closure that dispatches.
  public convenience init(
    _ base: Base, reading read: @escaping @Sendable (Base.State) -> Value,
    effects:
      [@MainActor (
        _ value: Value, _ action: Base.Action, _ dispatch: @MainActor (Base.Action) -> Void
      ) -> Void]
  ) {
    var (action, initial): (Base.Action?, Value?)
    base.observeTransitions { _, state in
      read(state)
    } _: {
      initial = $0
    }.cancel()
    guard let initial else {
      fatalError("\(Base.self) did not deliver the present state when it was observed.")
    }
    let middlewares = effects.map { effect in
      Middleware<Value, Value> { value, _ in
        if let action { effect(value, action) { base.dispatch($0) } }
      }
    }
    self.init(base, initial: initial, reading: read, middlewares: middlewares)
    observation = base.observeTransitions { cause, state in
      (cause, read(state))
    } _: { [mirror] cause, value in
      action = cause
      mirror.dispatch(value)
    }
  }

  /// Creates the facade of a value that a store has in another place than its objects, at times.
  ///
  /// - Parameters:
  ///   - base: The store, or its migration.
  ///   - store: The store, which the facade keeps alive.
  ///   - needsObjects: Whether the value is read from objects at present; called where the state is.
  ///   - read: Reads the value; called where the state is.
  convenience init(
    _ base: Base, of store: StoreConnection<Base.State, Base.Action>,
    needsObjects: @escaping @Sendable () -> Bool,
    reading read: @escaping @Sendable (Base.State) -> Value
  ) where Base.State: AnyObject {
    self.init(base, initial: store.read(read), reading: read)
    observation = store.observe(needsUpdate: needsObjects, read) { [mirror] in mirror.dispatch($0) }
  }

  private init(
    _ base: Base, initial: Value, reading read: @escaping @Sendable (Base.State) -> Value,
    middlewares: [Middleware<Value, Value>] = []
  ) {
    self.base = base
    store = storeBehindFacades(base)
    self.read = read
    // Its numbers are not used: a high one saves the search for signals.
    mirror = ValueStore(
      initialState: initial, reducer: Reducer { $0 = $1 }, middlewares: middlewares,
      continuingAfter: ActionNumber(.max / 2))
  }

  /// The value that the store delivered last.
  public var state: Value { mirror.state }

  /// Dispatches an action to the store, and returns when `dispatch` of the store returns.
  ///
  /// - Parameter action: The action.
  public func dispatch(_ action: Base.Action) {
    base.dispatch(action)
  }

  // MARK: Subscribing, as to a value store

  /// Subscribes to the value: delivers the present value at once, then each value that the facade reads later, even if
  /// it equals the previous value.
  ///
  /// - Returns: The token that keeps the subscription, and this facade, alive.
  public func subscribe(_ handler: @escaping @MainActor (Value) -> Void) -> SubscriptionToken {
    mirror.subscribe(keeping(handler))
  }

  /// Subscribes to a part of the value: delivers the part at once, then after each change of the part.
  ///
  /// - Returns: The token that keeps the subscription, and this facade, alive.
  public func subscribe<Part: Equatable>(
    _ select: @escaping @MainActor (Value) -> Part,
    _ handler: @escaping @MainActor (Part) -> Void
  ) -> SubscriptionToken {
    mirror.subscribe(select, keeping(handler))
  }

  /// Subscribes to a selection: delivers the selected part at once, then after each change that the selection accepts.
  ///
  /// - Returns: The token that keeps the subscription, and this facade, alive.
  public func subscribe<Part>(
    to selection: Selection<Value, Part>, _ handler: @escaping @MainActor (Part) -> Void
  ) -> SubscriptionToken {
    mirror.subscribe(to: selection, keeping(handler))
  }

  private func keeping<Part>(
    _ handler: @escaping @MainActor (Part) -> Void
  ) -> @MainActor (Part) -> Void {
    { [self] part in withExtendedLifetime(self) { handler(part) } }
  }

  /// Subscribes an object to a selection while the object and this facade live; the facade holds the object weakly.
  public func subscribe<Object: AnyObject, Part>(
    _ object: Object, to selection: Selection<Value, Part>,
    _ handler: @escaping @MainActor (Object, Part) -> Void
  ) {
    mirror.subscribe(object, to: selection, handler)
  }

  /// Returns an observable object with a part of the value; the facade updates the object while both live.
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  public func observed<Part: Equatable>(
    _ select: @escaping @MainActor (Value) -> Part
  ) -> ObservedValue<Part> {
    mirror.observed(select)
  }
}

extension ValueFacade: StoreFacade {
  var storeBehind: AnyObject { store }

  package func deliverPending() { (base as? any StoreFacade)?.deliverPending() }
}

extension ValueFacade: TransitionSource {
  /// Observes every action of the store from now on, with the value after each action.
  ///
  /// See ``TransitionSource/observeTransitions(_:_:)``.
  ///
  /// - Complexity: Each action costs one `read` of the value for each observation.
  public func observeTransitions<Event: Sendable>(
    _ event: @escaping @Sendable (_ action: Base.Action?, _ value: Value) -> Event?,
    _ handler: @escaping @MainActor (Event) -> Void
  ) -> SubscriptionToken {
    base.observeTransitions({ [read] in event($0, read($1)) }, handler)
  }

  /// Calls a closure once for each event of a signal in the value.
  ///
  /// The closure receives each event separately, even if several events occur in one turn of the main actor. For a
  /// slice of a ``MigrationStore``, the events arrive at every stage; see ``StateSlice/signal(_:flag:at:value:)``.
  ///
  /// - Parameters:
  ///   - select: A closure or a key path literal that reads the signal, on the executor that reduces the actions.
  ///   - consumer: The object that remembers which events `handler` has received. If a later subscription must not
  ///     repeat these events, pass the same consumer to both subscriptions.
  ///   - handler: A closure that receives the event, on the main actor.
  /// - Returns: The token that keeps the subscription, and this facade, alive.
  public func subscribe<Event: Sendable>(
    signal select: @escaping @Sendable (Value) -> Signal<Event>?,
    consumer: SignalConsumer<Event> = SignalConsumer(),
    _ handler: @escaping @MainActor (Event) -> Void
  ) -> SubscriptionToken {
    let numbers = ChangeFilter<ActionNumber>()
    return observeTransitions(
      { select($1).flatMap { signal in numbers.change(to: signal.number).map { _ in signal } } },
      keeping { if let event = consumer.consume($0) { handler(event) } })
  }
}
