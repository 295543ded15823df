/// A store whose state is one value, which a pure reducer changes action by action.
///
/// ```swift
/// let store = ValueStore(initialState: 0, reducer: counter)
/// let token = store.subscribe(\.self) { count in print(count) }
/// store.dispatch(.increment)
/// ```
///
/// The store handles each action in these steps: the reducer changes the state, which ``state`` returns from then on;
/// the middlewares run; the store notifies the subscribers in the order in which they subscribed. An action that a
/// middleware or a subscriber dispatches waits until the current action has passed all steps. When the outermost
/// ``dispatch(_:)`` returns, no dispatched action waits. <doc:OrderOfEvents> specifies the order of all steps.
///
/// The store mutates the state in place. A change copies a collection only if other code holds an
/// earlier value of the collection.
///
/// ## Thread safety
///
/// Confined to the main actor, except ``enqueue(_:)`` and ``enqueueAndWait(_:)``, which accept actions from any thread.
/// The last reference to the store may be released on any thread; the objects that subscriptions and middlewares
/// capture are released on the main actor.
@MainActor
public final class ValueStore<State: Sendable, Action: Sendable> {
  @usableFromInline let reducer: Reducer<State, Action>
  @usableFromInline let work: WorkRegistry
  @usableFromInline let enqueued: EnqueuedActions<Action>
  /// The state, which only the reducer mutates; `requireReadable` refuses what could read it meanwhile.
  @usableFromInline let place: PinnedBox<State>
  @usableFromInline let core: PinnedBox<StoreCore<State, Action>>

  /// Creates a store.
  ///
  /// The initializer calls neither the reducer nor the closures of the middlewares.
  ///
  /// - Parameters:
  ///   - initialState: The state to start from.
  ///   - reducer: The reducer, which changes the state as each action requires.
  ///   - middlewares: The middlewares, which run in the order of this array.
  ///   - number: The number of the last action that led to `initialState`; the first action of this store gets the next
  ///     number. If `initialState` contains a ``Signal`` with a higher number, the numbers continue after the newest
  ///     signal.
  @inlinable
  public convenience init(
    initialState: State,
    reducer: Reducer<State, Action>,
    middlewares: [Middleware<State, Action>] = [],
    continuingAfter number: ActionNumber = ActionNumber(0)
  ) {
    // Made where the types are known, in two thirds of the time.
    self.init(
      reducer, PinnedBox(initialState),
      PinnedBox(StoreCore(number: number.continued(in: initialState))), EnqueuedActions())
    middlewares.forEach(install)
  }

  @usableFromInline
  init(
    _ reducer: Reducer<State, Action>, _ place: consuming PinnedBox<State>,
    _ core: consuming PinnedBox<StoreCore<State, Action>>, _ enqueued: EnqueuedActions<Action>
  ) {
    self.reducer = reducer
    self.place = place
    self.core = core
    work = WorkRegistry()
    self.enqueued = enqueued
  }

  deinit {
    work.close()
  }

  /// The state after the last action that was reduced.
  ///
  /// Inside a middleware or a subscriber, this property returns the state after the current action.
  ///
  /// - Precondition: The reducer of the store does not read `state`; otherwise the process ends with a fatal error.
  @inlinable
  public var state: State {
    lent.read { copy $0 }
  }

  /// The state at its address, for a selection.
  @inlinable var lent: Lent<State> {
    requireReadable()
    return place.lent
  }

  /// The number of the last action that the store began to handle.
  @inlinable
  public var actionNumber: ActionNumber { core.access { $0.number } }

  /// The number of the last action that was dispatched, which may wait for the current action.
  package var lastDispatched: UInt64 { core.access { max($0.number.rawValue, $0.lastQueued) } }

  /// Runs a hook after each action from the next one on, in the order of the middlewares.
  ///
  /// - Parameter hook: Receives the state after the action.
  /// - Returns: Removes the hook; a pass that is under way still calls it.
  package func afterEachAction(
    _ hook: @escaping @MainActor (State, Action) -> Void
  ) -> @MainActor @Sendable () -> Void {
    requireReadable()
    let delivery = StoreCore<State, Action>.Delivery { state, action in
      state.read { hook($0, action) }
    }
    let id = core.access { $0.middlewares.append(delivery) }
    return { [weak self] in
      guard let self else { return }
      // Released after the access to the list, since the hook may own what uses the store.
      let ended = core.access { core in
        defer { core.middlewares.removeEnded() }
        return core.middlewares.end(id)
      }
      withExtendedLifetime(ended) {}
    }
  }

  @inlinable
  func install(_ middleware: Middleware<State, Action>) {
    let context = MiddlewareContext<State, Action>(
      work: work,
      send: { [weak self] action in
        guard let self else { return false }
        dispatch(action)
        return true
      },
      number: { [weak self] in self?.actionNumber ?? ActionNumber(0) })
    let installed = middleware.install(context)
    core.access {
      _ = $0.middlewares.append(StoreCore.Delivery(installed.run))
      if let prepare = installed.prepare { $0.preparations.append(StoreCore.Delivery(prepare)) }
    }
  }

  @inlinable
  func requireReadable() {
    if core.access({ $0.phase }) == .reducing { Self.refuseUseInReducer() }
  }

  @usableFromInline
  static func refuseUseInReducer() -> Never {
    fatalError(
      """
      A reducer used its own ValueStore. A reducer is a pure function of the state and the action \
      that it receives: read that state, and dispatch from a middleware or a subscriber.
      """)
  }
}

/// The activity of a store, which decides what a call from inside may do.
@frozen @usableFromInline
enum StorePhase {
  /// Nothing: a dispatch starts at once.
  case idle
  /// A reducer holds the state: any use of the store is a mistake.
  case reducing
  /// The state is published, and middlewares and subscribers run: a dispatch waits.
  case delivering
}

/// The part of a store that changes with every action, apart from the state.
@frozen @usableFromInline
struct StoreCore<State: Sendable, Action: Sendable> {
  /// A receiver of the state after an action.
  // A list of functions would keep each behind a thunk, which takes 48 bytes and copies the state.
  @frozen @usableFromInline
  struct Delivery {
    @usableFromInline let run: @MainActor (Lent<State>, Action) -> Void

    @inlinable
    init(_ run: @escaping @MainActor (Lent<State>, Action) -> Void) { self.run = run }
  }

  @usableFromInline var phase = StorePhase.idle
  /// Whether the store has work to do when it is idle: queued actions, or ended entries to remove.
  @usableFromInline var hasLeftovers = false
  /// Whether an action passes more than the reducer: one comparison instead of one for each step.
  @usableFromInline var hasSteps = false
  @usableFromInline var number: ActionNumber
  @usableFromInline var middlewares = SubscriptionList<Delivery>() {
    didSet { noteSteps() }
  }
  /// The steps before the reducer of those middlewares that compare.
  @usableFromInline var preparations: [Delivery] = []
  /// Not observed, since each change would cost as much as a subscription: see ``hasSteps``.
  @usableFromInline var subscriptions = SubscriptionList<Delivery>()
  /// The subscriptions of objects, by address.
  @usableFromInline var objects: [ObjectIdentifier: SubscribedObject] = [:]
  /// The number of objects at which the released ones are removed.
  @usableFromInline var objectLimit = 16
  /// Actions that were dispatched while the store was busy.
  @usableFromInline var queue: [Action] = []
  /// The number that the newest action of the queue gets or got.
  @usableFromInline var lastQueued: UInt64 = 0
  /// Whether a caller waits until the store is idle, which `hasLeftovers` then says as well.
  @usableFromInline var isAwaited = false
  #if DEBUG
    @usableFromInline var hasReportedCycle = false
  #endif

  @inlinable init(number: ActionNumber) { self.number = number }

  // A middleware that prepares is one of the middlewares.
  @usableFromInline
  mutating func noteSteps() {
    hasSteps = !middlewares.entries.isEmpty || !subscriptions.entries.isEmpty
  }
}

/// A value in memory of its own, which is not checked for exclusive access at run time.
///
/// It is released on the main actor, since closures in it may own what belongs there.
/// A stored property would be, at each use: with that, a dispatch takes more than twice the time of a
/// store that is written by hand. So a caller makes no two accesses that overlap.
///
/// `@safe`: it owns its memory, and shows it to closures that do not keep it.
@safe @frozen @usableFromInline
struct PinnedBox<Value>: ~Copyable {
  @usableFromInline let place: UnsafeMutablePointer<Value>

  @inlinable
  init(_ value: consuming Value) {
    unsafe place = .allocate(capacity: 1)
    unsafe place.initialize(to: value)
  }

  @inlinable
  deinit { unsafe MainQueue.release(place) }

  /// Lends the value to a body that changes it, and calls nothing that uses it.
  @inlinable @inline(__always)
  func access<Result>(_ body: (inout Value) -> Result) -> Result { unsafe body(&place.pointee) }

  @inlinable var lent: Lent<Value> { unsafe Lent(place: UnsafePointer(place)) }
}

/// A value at its address, which nothing changes while it is read.
///
/// `@safe`: who makes one does not let it outlive the value.
// Not copyable, as far as this type knows: then the compiler lends the value to a closure that it cannot
// see, and copies nothing of it for each of 100 unchanged subscribers.
@safe @frozen @usableFromInline
struct Lent<Value: ~Copyable> {
  @usableFromInline let place: UnsafePointer<Value>

  @inlinable
  init(place: UnsafePointer<Value>) { unsafe self.place = place }

  @inlinable @inline(__always)
  func read<Result>(_ body: (borrowing Value) -> Result) -> Result { unsafe body(place.pointee) }
}

/// A type whose values hold a state: `print` and `dump` show its name alone, since both may end up in a log.
protocol Unreflected: CustomReflectable {}

extension Unreflected {
  /// A mirror without children, so that `print` and `dump` do not show the state that this value holds.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension ValueStore: Unreflected {}
