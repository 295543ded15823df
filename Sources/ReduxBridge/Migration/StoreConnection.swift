package import ReferenceRedux
public import ValueRedux

/// The needs of a migration, a facade and a Flux output of a class store: closures that each store makes of itself.
///
/// It does not keep the store. Of a store on the main actor, the closures that read end the process elsewhere.
package struct StoreConnection<State: AnyObject, Action: Sendable>: Sendable {
  package typealias Work = @Sendable (State) -> Void
  package typealias Removal = @Sendable () -> Void

  /// The store, while it lives.
  let object: @Sendable () -> (any AnyObject & Sendable)?
  let dispatch: @Sendable (Action) -> Void
  /// Runs work in order with the actions.
  let enqueue: @Sendable (@escaping Work) -> Void
  /// Runs work before the next action.
  let interrupt: @Sendable (@escaping Work) -> Void
  /// Has the next action make the blocks.
  let replaceBlocks: @Sendable (@escaping @Sendable () -> [ReduceBlock<State, Action>]) -> Void
  package let actionsReduced: @Sendable () -> Int
  /// Lends the state after all that this caller dispatched before.
  package let lend: @Sendable (@Sendable (State) -> Void) -> Void
  /// Whether the store lives, and the caller may read it.
  package let isReadable: @Sendable () -> Bool
  /// Waits for what this caller dispatched before.
  let flush: @Sendable () -> Void
  /// The events of actions that wait for the main actor.
  let events: MainActorInbox
  /// Runs a hook at the start of each turn, and one at its end, for as long as the store lives.
  let aroundTurns:
    @MainActor @Sendable (
      @escaping @MainActor () -> Void, @escaping @MainActor (StoreChange) -> Void
    ) ->
      Void
  let beforePost: @MainActor @Sendable (@escaping @MainActor () -> Void) -> Removal
  /// Runs a hook after each burst of actions, on objects that are up to date if the first closure says so.
  let afterBurst: @MainActor @Sendable (@escaping @Sendable () -> Bool, @escaping Work) -> Removal
  /// Runs a hook after each action, right before the first of which the first closure receives the state.
  package let afterEachAction:
    @Sendable (Bool, @Sendable (State) -> Void, @escaping ReduceBlock<State, Action>) -> Removal

  func read<Result: Sendable, Failure: Error>(
    _ body: @Sendable (State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    nonisolated(unsafe) var result: Swift.Result<Result, Failure>?
    lend { state in unsafe result = .init { () throws(Failure) in try body(state) } }
    return try unsafe result!.get()
  }

  /// Observes a value: the present one at once, then after changes, read where the state is.
  @MainActor
  func observe<Value: Sendable>(
    needsUpdate: @escaping @Sendable () -> Bool = { true },
    _ read: @escaping @Sendable (State) -> Value, _ handler: @escaping @MainActor (Value) -> Void
  ) -> ObservationToken {
    let latest = Locked<Value?>(nil)
    let removeReading = afterBurst(needsUpdate) { state in
      let value = read(state)
      // The former value is released outside of the lock, since it may own what uses the store.
      let former = latest.withLock { exchange(&$0, with: value) }
      withExtendedLifetime(former) {}
    }
    let removeDelivery = beforePost {
      if let value = latest.withLock({ $0.take() }) { handler(value) }
    }
    // Read after the hooks are in place: an action in between is delivered twice rather than never.
    handler(self.read(read))
    return ObservationToken {
      removeReading()
      removeDelivery()
    }
  }

  /// Observes every action from now on, with what a closure makes of it where the store reduces.
  @MainActor
  func observeTransitions<Event: Sendable>(
    _ event: @escaping @Sendable (_ action: Action?, _ state: State) -> Event?,
    _ handler: @escaping @MainActor (Event) -> Void
  ) -> SubscriptionToken {
    // Earlier observations first, so that one which takes the place of another loses nothing.
    deliverPending()
    let (outlet, events) = (EventOutlet(handler), events)
    let removeTurn = beforePost { events.run() }
    let first = Locked<Event?>(nil)
    let removeHook = afterEachAction(
      true,
      { state in
        let event = event(nil, state)
        first.withLock { $0 = event }
      },
      { state, action in
        if let event = event(action, state) { events.put { outlet.deliver(event) } }
      })
    let token = outlet.makeToken {
      removeHook()
      removeTurn()
    }
    if let first = first.withLock({ $0.take() }) { outlet.deliver(first) }
    return token
  }

  /// Reduces what this caller dispatched before, and delivers the events of it, outside of a delivery.
  @MainActor
  func deliverPending() {
    guard !events.isRunning else { return }
    flush()
    events.run()
  }
}

extension StoreConnection where State: Codable & SendableMetatype {
  package init(_ store: ReferenceStore<State, Action>) {
    let find = { @Sendable [weak store] in store }
    self.init(
      object: find, dispatch: { find()?.dispatch($0) }, enqueue: { find()?.enqueue($0) },
      interrupt: { find()?.interrupt($0) }, replaceBlocks: { find()?.replaceBlocks($0) },
      actionsReduced: { alive(find()).statistics.actionsReduced },
      lend: { alive(find()).read($0) }, isReadable: { find() != nil },
      flush: { find()?.flush() }, events: store.actionEvents,
      aroundTurns: { first, last in
        find()?.beforeTurn(first)
        find()?.afterPost(last)
      },
      beforePost: { alive(find()).beforePost($0) },
      afterBurst: { alive(find()).afterBurst(needsUpdate: $0, $1) },
      afterEachAction: { alive(find()).afterEachAction(updating: $0, first: $1, $2) })
  }
}

/// Returns a store that is there, and ends the process otherwise.
func alive<Store>(_ store: Store?) -> Store {
  guard let store else {
    fatalError("The store of this migration is gone: keep it for as long as its state is read.")
  }
  return store
}

extension StoreConnection {
  @MainActor
  init(_ store: any MainStore<State, Action>) {
    let find = { @Sendable [weak store] in store }
    let kept = Locked<[ObservationToken]>([])
    self.init(
      object: { find() }, dispatch: store.weakDispatcher, enqueue: store.enqueuer,
      interrupt: store.interrupter,
      replaceBlocks: { make in MainActor.assumeIsolated { find()?.replaceBlocks(make) } },
      actionsReduced: { MainActor.assumeIsolated { alive(find()).statistics.actionsReduced } },
      lend: { body in MainActor.assumeIsolated { alive(find()).read { body($0) } } },
      isReadable: { isOnMainQueue && find() != nil },
      flush: { MainActor.assumeIsolated { alive(find()).read { _ in } } },
      events: store.actionEvents,
      aroundTurns: { first, last in
        let store = alive(find())
        kept.withLock { $0 += [store.beforeTurn(first), store.afterPost(last)] }
      },
      beforePost: { hook in
        let token = alive(find()).beforePost(hook)
        return { token.cancel() }
      },
      afterBurst: { _, hook in
        let token = alive(find()).beforeTurn { alive(find()).read { hook($0) } }
        return { token.cancel() }
      },
      afterEachAction: { _, first, hook in
        MainActor.assumeIsolated {
          alive(find()).read { first($0) }
          return alive(find()).afterEachAction(hook)
        }
      })
  }
}

extension Migration: TransitionSource {
  /// Dispatches an action to the store, or does nothing if the store is released.
  public nonisolated func dispatch(_ action: Action) { store.dispatch(action) }

  /// Observes every action from now on; see ``TransitionSource/observeTransitions(_:_:)``.
  @MainActor
  public func observeTransitions<Event: Sendable>(
    _ event: @escaping @Sendable (_ action: Action?, _ state: State) -> Event?,
    _ handler: @escaping @MainActor (Event) -> Void
  ) -> SubscriptionToken {
    store.observeTransitions(event, handler)
  }
}

extension Migration: StoreFacade {
  var storeBehind: AnyObject { alive(store.object()) }

  func deliverPending() { store.deliverPending() }
}
