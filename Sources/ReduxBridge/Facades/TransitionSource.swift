public import ReferenceRedux
public import ValueRedux

/// A store that shows what each single action led to: what a ``FluxStore`` needs.
///
/// `ValueStore` and `ReferenceStore` conform, and so do the facades of stores that conform. Another
/// store conforms in a few lines: it calls a list of closures after each action.
///
/// Its requirements are isolated to the main actor one by one: from an isolated protocol, Swift 5 mode
/// would infer the isolation of each subclass of a class that conforms.
public protocol TransitionSource<State, Action>: AnyObject {
  /// The state of the store.
  associatedtype State
  /// The type of the actions.
  associatedtype Action: Sendable

  /// Dispatches an action.
  @MainActor func dispatch(_ action: Action)

  /// Observes every action from now on, in the order in which the store reduces them.
  ///
  /// Nothing is coalesced: the handler receives each event, also of actions that other threads
  /// dispatch, and of several actions within one turn of the main actor. A store that reduces elsewhere
  /// keeps the events until the next turn. In this call, it waits for what the caller dispatched before,
  /// and delivers the events of that to earlier observations.
  ///
  /// - Parameters:
  ///   - limit: The number of events that may wait for the main actor. When there are more, the oldest
  ///     are dropped; `Int.max` drops none, and lets the memory grow instead. A store that reduces on
  ///     the main actor keeps no events.
  ///   - event: Called where the store reduces: at first without an action and with the present state,
  ///     then right after each action. It must not keep the state. Returns what to deliver, or nil.
  ///   - handler: Receives each event: that of the first call before this method returns.
  /// - Returns: The token that keeps the observation alive. It does not keep the store alive.
  @MainActor
  func observeTransitions<Event: Sendable>(
    limit: Int,
    _ event: @escaping @Sendable (_ action: Action?, _ state: State) -> Event?,
    _ handler: @escaping @MainActor (Event) -> Void
  ) -> SubscriptionToken

  /// Reduces what this caller dispatched before, and delivers the events of it.
  ///
  /// Does nothing within a delivery, where later events must not overtake the present one.
  @MainActor func deliverPending()
}

extension TransitionSource {
  /// Does nothing, for a store that reduces in `dispatch`.
  @MainActor public func deliverPending() {}
}

extension TransitionSource {
  /// Observes the events that are signaled at a place in the state, each once; the token keeps an object
  /// alive.
  @MainActor
  func observeSignals<Event: Sendable>(
    _ select: @escaping @Sendable (State) -> Signal<Event>?, by consumer: SignalConsumer<Event>,
    keeping owner: any AnyObject & Sendable, _ handler: @escaping @MainActor (Event) -> Void
  ) -> SubscriptionToken {
    let signals = ChangeFilter<Signal<Event>>(isRepeat: { $0.number == $1.number })
    return observeTransitions(limit: .max) { _, state in
      select(state).flatMap { signals.change(to: $0) }
    } _: { signal in
      withExtendedLifetime(owner) {
        if let event = consumer.consume(signal) { handler(event) }
      }
    }
  }
}

// MARK: - The stores of this package

extension ValueStore: TransitionSource {
  /// Observes every action from now on, on the main actor, in the order of the middlewares.
  ///
  /// - Parameters:
  ///   - limit: Without effect, because no event waits.
  ///   - event: Called without an action and with the present state, then right after each action.
  ///   - handler: Receives each event.
  /// - Returns: The token that keeps the observation alive.
  public func observeTransitions<Event: Sendable>(
    limit: Int = .max,
    _ event: @escaping @Sendable (_ action: Action?, _ state: State) -> Event?,
    _ handler: @escaping @MainActor (Event) -> Void
  ) -> SubscriptionToken {
    let outlet = EventOutlet(limit: 1, handler)
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
  /// Observes every action from now on; the handler runs on the main actor, before the notification.
  ///
  /// Waits for the pending actions of this caller. The store delivers the events of all observations in
  /// the order of the actions, and those of one action in the order in which the observations began.
  ///
  /// - Parameters:
  ///   - limit: The number of events that may wait for the main actor; beyond it, the oldest are
  ///     dropped. By default, none is.
  ///   - event: Called on the executor: without an action and with the present state, then right after
  ///     each action. It must not change or keep the state.
  ///   - handler: Receives each event, on the main actor.
  /// - Returns: The token that keeps the observation alive.
  /// - Precondition: Not called from inside `read(_:)`. Otherwise the process ends with a message.
  @MainActor
  public func observeTransitions<Event: Sendable>(
    limit: Int = .max,
    _ event: @escaping @Sendable (_ action: Action?, _ state: State) -> Event?,
    _ handler: @escaping @MainActor (Event) -> Void
  ) -> SubscriptionToken {
    StoreConnection(self).observeTransitions(limit: limit, event, handler)
  }

  /// Waits until what this caller dispatched is reduced, and delivers the events of it.
  ///
  /// - Precondition: Not called from inside `read(_:)`. Otherwise the process ends with a message.
  @MainActor
  public func deliverPending() {
    StoreConnection(self).deliverPending()
  }
}
