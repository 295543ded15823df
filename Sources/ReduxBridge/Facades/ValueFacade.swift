public import ReferenceRedux
public import ValueRedux

/// A store of reference state, seen as a store of values: new screens on the old store.
///
/// A new screen is written against values, selections and subscriptions while its state is still in
/// the class graph:
///
/// ```swift
/// let settings = ValueFacade(LoginStore.shared, theme)
/// let token = settings.subscribe(\.isManual) { toggle.isOn = $0 }
/// settings.dispatch(.setManual(true))
/// ```
///
/// The executor of the store reads the value once after each burst of actions, and the facade delivers
/// it on the main actor. The facade cannot keep one promise of a value store: when ``dispatch(_:)``
/// returns, the action is pending. Code that depends on its result subscribes.
///
/// The token of a subscription keeps the facade alive, and the facade keeps the store.
@MainActor
public final class ValueFacade<Base: ReferenceStateStore, Value: Equatable & Sendable>:
  ValueStateStore
{
  /// A side effect: receives the value after an action, the action, and a way to dispatch.
  public typealias Effect =
    @MainActor (
      _ value: Value, _ action: Base.Action, _ dispatch: @MainActor (Base.Action) -> Void
    ) -> Void

  /// A new value of the mirror, as an action, which only the facade dispatches.
  private struct Update: Sendable {
    let value: Value
  }

  private let base: Base
  /// The store, if the base does not keep it.
  private let store: AnyObject?
  private let mirror: ValueStore<Value, Update>
  private let read: @Sendable (Base.State) -> Value
  /// The token that keeps the mirror up to date.
  private var observation: AnyObject?

  /// Creates the facade of a slice of a class store.
  ///
  /// Waits once for the pending actions of the store, to have a value from the start.
  ///
  /// - Parameters:
  ///   - store: The store; kept alive.
  ///   - projection: The slice to show.
  public convenience init<State, Action>(
    _ store: ReferenceStore<State, Action>, _ projection: Projection<State, Value>
  ) where Base == ReferenceStore<State, Action> {
    self.init(store, reading: projection.read)
  }

  /// Creates the facade of a value in the state of a class store.
  ///
  /// Waits once for the pending actions of the store, to have a value from the start.
  ///
  /// - Parameters:
  ///   - store: The store; kept alive.
  ///   - read: Reads the value; called on the executor of the store.
  public convenience init<State, Action>(
    _ store: ReferenceStore<State, Action>, reading read: @escaping @Sendable (State) -> Value
  ) where Base == ReferenceStore<State, Action> {
    self.init(store, initial: store.read(read), reading: read)
  }

  /// Creates the facade of a value in the state of any store of reference state.
  ///
  /// - Parameters:
  ///   - base: The store; kept alive.
  ///   - read: Reads the value; called where the state of the store is.
  /// - Throws: Errors of reading the store.
  public convenience init(
    anyStore base: Base, reading read: @escaping @Sendable (Base.State) -> Value
  ) throws {
    self.init(base, initial: try base.read(read), reading: read)
  }

  /// Creates the facade of a slice of a class store, with side effects in the new form.
  ///
  /// The effects receive every action from now on, as the middlewares of a value store do, and so do
  /// the subscribers: nothing is coalesced. Of a slice of a ``MigrationStore`` the facade reads the
  /// objects, which are brought up to date before each reading until nothing keeps them
  /// (``Stage/migrated``). When the slice is migrated, an effect becomes the body of a middleware.
  ///
  /// - Parameters:
  ///   - store: The store; kept alive.
  ///   - projection: The slice to show, read once per action.
  ///   - effects: Called on the main actor after each action, in this order, before the subscribers.
  public convenience init<State, Action>(
    _ store: ReferenceStore<State, Action>, _ projection: Projection<State, Value>,
    effects: [Effect]
  ) where Base == ReferenceStore<State, Action> {
    self.init(store, initial: store.read(projection.read), projection, effects, keeping: nil)
  }

  /// Creates the facade of a slice of a migrating store, with side effects in the new form.
  ///
  /// As the form for a class store does.
  ///
  /// - Parameters:
  ///   - migration: The migration of the store; the store is kept alive.
  ///   - projection: The slice to show, read once per action.
  ///   - effects: Called on the main actor after each action, in this order, before the subscribers.
  public convenience init<State, Action>(
    _ migration: Migration<State, Action>, _ projection: Projection<State, Value>,
    effects: [Effect]
  ) where Base == Migration<State, Action> {
    let store = migration.store
    self.init(
      migration, initial: store.read(projection.read), projection, effects,
      keeping: alive(store.object()))
  }

  private convenience init(
    _ base: Base, initial: Value, _ projection: Projection<Base.State, Value>, _ effects: [Effect],
    keeping store: AnyObject?
  ) where Base: TransitionSource {
    var action: Base.Action?
    let middlewares = effects.map { effect in
      Middleware<Value, Update> { value, _ in
        if let action { effect(value, action) { base.dispatch($0) } }
      }
    }
    self.init(
      base, initial: initial, reading: projection.read, middlewares: middlewares, keeping: store)
    observation = base.observeTransitions(limit: .max) { cause, state in
      (cause, projection.read(state))
    } _: { [mirror] cause, value in
      action = cause
      mirror.dispatch(Update(value: value))
    }
  }

  convenience init(
    _ base: Base, initial: Value, reading read: @escaping @Sendable (Base.State) -> Value
  ) {
    self.init(base, initial: initial, reading: read, middlewares: [])
    observation = base.observe(read) { [mirror] in mirror.dispatch(Update(value: $0)) }
  }

  /// Creates the facade of a value that a store has in another place than its objects, at times.
  ///
  /// - Parameters:
  ///   - migration: The migration of the store.
  ///   - store: The store; kept alive.
  ///   - needsObjects: Whether the value is read from objects at present; called where the state is.
  ///   - read: Reads the value; called where the state is.
  convenience init<State, Action>(
    _ migration: Migration<State, Action>, of store: StoreConnection<State, Action>,
    needsObjects: @escaping @Sendable () -> Bool, reading read: @escaping @Sendable (State) -> Value
  ) where Base == Migration<State, Action> {
    self.init(
      migration, initial: store.read(read), reading: read, middlewares: [],
      keeping: alive(store.object()))
    observation = store.observe(needsUpdate: needsObjects, read) { [mirror] in
      mirror.dispatch(Update(value: $0))
    }
  }

  private init(
    _ base: Base, initial: Value, reading read: @escaping @Sendable (Base.State) -> Value,
    middlewares: [Middleware<Value, Update>], keeping store: AnyObject? = nil
  ) {
    self.base = base
    self.store = store
    self.read = read
    // Its numbers are not used: a high one saves the search for signals.
    mirror = ValueStore(
      initialState: initial, reducer: Reducer { $0 = $1.value }, middlewares: middlewares,
      continuingAfter: ActionNumber(.max / 2))
  }

  /// The value as of the last delivery of the store.
  public var state: Value { mirror.state }

  /// Dispatches an action to the store, and returns at once.
  ///
  /// - Parameter action: The action.
  public func dispatch(_ action: Base.Action) {
    base.dispatch(action)
  }

  // MARK: Subscribing

  /// The values as an asynchronous sequence: the present one, then each later one that differs.
  ///
  /// Each access makes a new sequence, for one reader. It buffers the newest 64 values, and ends when
  /// the facade is released.
  public var values: AsyncStream<Value> { mirror.values(of: Selection(\.self)) }

  /// Subscribes to each value: the present one at once, then each that the store delivers.
  ///
  /// - Parameter handler: Receives the value, whether or not it changed.
  /// - Returns: The token that keeps the subscription alive.
  public func subscribe(_ handler: @escaping @MainActor (Value) -> Void) -> SubscriptionToken {
    mirror.subscribe(keeping(handler))
  }

  /// Subscribes to a part of the value, now and whenever it changes.
  ///
  /// - Parameters:
  ///   - select: Reads the part. A key path literal works as well.
  ///   - handler: Receives the part, on the main actor.
  /// - Returns: The token that keeps the subscription alive.
  public func subscribe<Part: Equatable>(
    _ select: @escaping @MainActor (Value) -> Part,
    _ handler: @escaping @MainActor (Part) -> Void
  ) -> SubscriptionToken {
    mirror.subscribe(select, keeping(handler))
  }

  /// Subscribes to a selection, now and after each change that the selection accepts.
  ///
  /// - Parameters:
  ///   - selection: The part of the value, and the changes that count.
  ///   - handler: Receives the part, on the main actor.
  /// - Returns: The token that keeps the subscription alive.
  public func subscribe<Part>(
    to selection: Selection<Value, Part>, _ handler: @escaping @MainActor (Part) -> Void
  ) -> SubscriptionToken {
    mirror.subscribe(to: selection, keeping(handler))
  }

  /// Has a handler keep this facade alive until its subscription ends.
  private func keeping<Part>(
    _ handler: @escaping @MainActor (Part) -> Void
  ) -> @MainActor (Part) -> Void {
    { [self] part in withExtendedLifetime(self) { handler(part) } }
  }

  /// Subscribes an object to a selection for as long as the object lives, and this facade.
  ///
  /// - Parameters:
  ///   - object: The object, held weakly.
  ///   - selection: The part of the value, and the changes that count.
  ///   - handler: Called with the object and the part; it need not capture the object.
  public func subscribe<Object: AnyObject, Part>(
    _ object: Object, to selection: Selection<Value, Part>,
    _ handler: @escaping @MainActor (Object, Part) -> Void
  ) {
    mirror.subscribe(object, to: selection, handler)
  }

  /// Ends all subscriptions of an object.
  package func unsubscribe(_ object: AnyObject) { mirror.unsubscribe(object) }

  /// Returns a part of the value as an observable object, up to date for as long as the object lives.
  ///
  /// - Parameter select: Reads the part. A key path literal works as well.
  /// - Returns: The object.
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  public func observed<Part: Equatable>(
    _ select: @escaping @MainActor (Value) -> Part
  ) -> ObservedValue<Part> {
    mirror.observed(select)
  }

  /// How many subscriptions have not ended.
  package var subscriptionCount: Int { mirror.subscriptionCount }
}

extension ValueFacade: StoreFacade {
  var storeBehind: AnyObject { base }
}

extension ValueFacade: TransitionSource where Base: TransitionSource {
  /// Observes every action of the store from now on, with the value after it; nothing is coalesced.
  ///
  /// Waits for the pending actions of this caller.
  ///
  /// - Parameters:
  ///   - limit: The number of events that may wait for the main actor; beyond it, the oldest are
  ///     dropped. By default, none is.
  ///   - event: Called where the store reduces: without an action and with the present value, then right
  ///     after each action.
  ///   - handler: Receives each event, on the main actor.
  /// - Returns: The token that keeps the observation alive.
  /// - Complexity: Each action costs one reading of the value for each observation.
  public func observeTransitions<Event: Sendable>(
    limit: Int = .max,
    _ event: @escaping @Sendable (_ action: Base.Action?, _ value: Value) -> Event?,
    _ handler: @escaping @MainActor (Event) -> Void
  ) -> SubscriptionToken {
    base.observeTransitions(limit: limit, { [read] in event($0, read($1)) }, handler)
  }

  /// Reduces what this caller dispatched before, and delivers the events of it.
  public func deliverPending() {
    base.deliverPending()
  }

  /// Notifies a closure once of each event that is signaled at a place in the value.
  ///
  /// Nothing is coalesced: several events within one turn all arrive. Of a slice of a ``MigrationStore``
  /// they arrive at every stage; see ``StateSlice/signal(_:flag:at:value:)``.
  ///
  /// - Parameters:
  ///   - select: Reads the signal, where the store reduces. A key path literal works as well.
  ///   - consumer: Remembers what was consumed. Pass one that outlives the subscription to let a later
  ///     subscription continue where this one ended.
  ///   - handler: Called with the event, on the main actor.
  /// - Returns: The token that keeps the subscription alive.
  public func subscribe<Event: Sendable>(
    signal select: @escaping @Sendable (Value) -> Signal<Event>?,
    consumer: SignalConsumer<Event> = SignalConsumer(),
    _ handler: @escaping @MainActor (Event) -> Void
  ) -> SubscriptionToken {
    observeSignals(select, by: consumer, keeping: self, handler)
  }
}
