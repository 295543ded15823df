/// Holds a value state and changes it, action by action, through a pure reducer.
///
/// ```swift
/// let store = ValueStore(initialState: 0, reducer: counter)
/// let token = store.subscribe { count in print(count) }
/// store.dispatch(.increment)
/// ```
///
/// Actions are handled one after another, each in this order: the reducer, then ``state`` is
/// published, then the middlewares in theirs, then the subscribers in the order of subscription. A
/// dispatch made meanwhile waits until that is done. When the outermost ``dispatch(_:)`` returns,
/// nothing waits any more. <doc:OrderOfEvents> tells it in full.
///
/// The state is mutated where it stands. As long as nobody holds an older value of a collection that
/// changes, nothing that is proportional to its size is copied.
///
/// ## Thread safety
///
/// Confined to the main actor, except for ``enqueue(_:)``, which takes actions from any thread.
@MainActor
public final class ValueStore<State: Sendable, Action: Sendable> {
  @usableFromInline let reducer: Reducer<State, Action>
  @usableFromInline let middlewares: [Middleware<State, Action>]
  @usableFromInline let context: MiddlewareContext<State, Action>
  let mailbox = Mailbox<Action>()

  // Both are allocated in the initialiser, freed in `deinit`, and used on the main actor in between.
  @usableFromInline
  nonisolated(unsafe) let place: UnsafeMutablePointer<State>
  @usableFromInline
  nonisolated(unsafe) let core: UnsafeMutablePointer<StoreCore<State, Action>>

  /// Makes a store.
  ///
  /// No action is reduced and nobody is told anything until the first ``dispatch(_:)``.
  ///
  /// - Parameters:
  ///   - initialState: The state to start from.
  ///   - reducer: Turns each state into the next.
  ///   - middlewares: The side effects, told of each action in this order.
  ///   - number: The number of the last action that led to `initialState`; the first action of this
  ///     store is the one after it. Only a state that was saved together with signals needs it.
  public init(
    initialState: State,
    reducer: Reducer<State, Action>,
    middlewares: [Middleware<State, Action>] = [],
    continuingAfter number: ActionNumber = .zero
  ) {
    self.reducer = reducer
    self.middlewares = middlewares
    context = MiddlewareContext()
    place = .allocate(capacity: 1)
    place.initialize(to: initialState)
    core = .allocate(capacity: 1)
    core.initialize(to: StoreCore(number: number))
    context.store = self
  }

  /// Makes a store from a closure that changes the state in place.
  ///
  /// - Parameters:
  ///   - initialState: The state to start from.
  ///   - middlewares: The side effects, told of each action in this order.
  ///   - reduce: Turns each state into the next, in place.
  @inlinable
  public convenience init(
    initialState: State,
    middlewares: [Middleware<State, Action>] = [],
    reduce: @escaping @Sendable (inout State, Action) -> Void
  ) {
    self.init(initialState: initialState, reducer: Reducer(reduce), middlewares: middlewares)
  }

  /// Makes a store from a function that takes one state and returns the next.
  ///
  /// ``Reducer/init(consuming:)`` says when that copies.
  ///
  /// - Parameters:
  ///   - initialState: The state to start from.
  ///   - middlewares: The side effects, told of each action in this order.
  ///   - next: Returns the state that follows.
  @inlinable
  public convenience init(
    initialState: State,
    middlewares: [Middleware<State, Action>] = [],
    consuming next: @escaping @Sendable (consuming State, Action) -> State
  ) {
    self.init(
      initialState: initialState, reducer: Reducer(consuming: next), middlewares: middlewares)
  }

  deinit {
    context.work.cancelAll()
    core.deinitialize(count: 1)
    core.deallocate()
    place.deinitialize(count: 1)
    place.deallocate()
  }

  /// The state after the last action that was reduced.
  ///
  /// Middlewares and subscribers see the same state here that they were told of.
  ///
  /// - Precondition: Not read inside a reducer, which has the state as its argument: a fatal error.
  @inlinable
  public var state: State {
    requireReadable()
    return place.pointee
  }

  /// The number of the last action that was reduced, or is being reduced.
  @inlinable
  public var actionNumber: ActionNumber { core.pointee.number }

  /// Told of each action between the reducer and the middlewares, for a log; nil for none.
  ///
  /// Without a logger an action pays one comparison with nil.
  public var logger: (@MainActor (LoggedAction<State, Action>) -> Void)? {
    get { core.pointee.logger }
    set { core.pointee.logger = newValue }
  }

  @inlinable
  func requireReadable() {
    if core.pointee.phase == .reducing { Self.refuseUseInReducer() }
  }

  @usableFromInline
  static func refuseUseInReducer() -> Never {
    fatalError(
      """
      A reducer used its own ValueStore. A reducer is a pure function of the state and the action \
      it is handed: read that state, and dispatch from a middleware or a subscriber.
      """)
  }
}
