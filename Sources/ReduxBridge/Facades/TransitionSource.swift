public import ReferenceRedux
public import ValueRedux

/// A store that shows what each single action led to: what a ``FluxStore`` needs.
///
/// `ValueStore` and `ReferenceStore` conform, and so do the facades of stores that conform. Another
/// store conforms in a few lines: it calls a list of closures after each action.
@MainActor
public protocol TransitionSource<State, Action>: AnyObject {
  /// The state of the store.
  associatedtype State
  /// The type of the actions.
  associatedtype Action: Sendable

  /// Dispatches an action.
  func dispatch(_ action: Action)

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
  func observeTransitions<Event: Sendable>(
    limit: Int,
    _ event: @escaping @Sendable (_ action: Action?, _ state: State) -> Event?,
    _ handler: @escaping @MainActor (Event) -> Void
  ) -> SubscriptionToken

  /// Reduces what this caller dispatched before, and delivers the events of it.
  ///
  /// Does nothing within a delivery, where later events must not overtake the present one.
  func deliverPending()
}

extension TransitionSource {
  /// Does nothing, for a store that reduces in `dispatch`.
  public func deliverPending() {}
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
    // Earlier observations first, so that one which takes the place of another loses nothing.
    deliverPending()
    let (outlet, actionEvents) = (EventOutlet(limit: limit, handler), actionEvents)
    let removeTurn = beforePost { actionEvents.run() }
    let (first, removeHook) = afterEachAction(first: { event(nil, $0) }) { state, action in
      guard let event = event(action, state), outlet.put(event) else { return }
      actionEvents.put { outlet.deliverNext() }
    }
    let token = outlet.makeToken {
      removeHook()
      removeTurn()
    }
    if let first { outlet.deliver(first) }
    return token
  }

  /// Waits until what this caller dispatched is reduced, and delivers the events of it.
  ///
  /// - Precondition: Not called from inside `read(_:)`. Otherwise the process ends with a message.
  @MainActor
  public func deliverPending() {
    guard !actionEvents.isRunning else { return }
    flush()
    actionEvents.run()
  }
}

// MARK: - Delivering

/// Events on their way from where a store reduces to one handler on the main actor.
final class EventOutlet<Event: Sendable>: Sendable {
  private struct Contents: Sendable {
    var handler: (@MainActor (Event) -> Void)?
    /// Whether the token is canceled, which may be elsewhere, before the handler is released.
    var isOver: @Sendable () -> Bool = { false }
    /// The events that wait, from `next` on; nil where they were taken.
    private var events: [Event?] = []
    private var next = 0

    init(handler: (@MainActor (Event) -> Void)? = nil) {
      self.handler = handler
    }

    var count: Int { events.count - next }

    mutating func append(_ event: Event) {
      events.append(event)
    }

    /// Complexity: amortized O(1), since each event moves at most once per doubling.
    mutating func takeFirst() -> Event? {
      guard next < events.count else { return nil }
      let event = events[next].take()
      next += 1
      if next == events.count || (next > 32 && next * 2 > events.count) {
        events.removeFirst(next)
        next = 0
      }
      return event
    }
  }

  private let limit: Int
  private let contents: Locked<Contents>

  init(limit: Int, _ handler: @escaping @MainActor (Event) -> Void) {
    precondition(limit > 0, "At least one event must be able to wait: give a limit of 1 or more.")
    self.limit = limit
    contents = Locked(Contents(handler: handler))
  }

  /// Makes the token of the observation, which ends it.
  @MainActor
  func makeToken(onEnd: @escaping @MainActor @Sendable () -> Void) -> SubscriptionToken {
    let token = SubscriptionToken { [self] in
      end()
      onEnd()
    }
    let isOver: @Sendable () -> Bool = { [weak token] in token?.isOver ?? true }
    contents.withLock { $0.isOver = isOver }
    return token
  }

  /// Puts an event last, and returns whether one more `deliverNext()` must follow; any thread.
  ///
  /// If the limit is reached, the event takes the place of the oldest one.
  func put(_ event: Event) -> Bool {
    let (dropped, isMore) = contents.withLock { contents in
      if contents.handler == nil { return (Event?.none, false) }
      contents.append(event)
      if contents.count <= limit { return (nil, true) }
      return (contents.takeFirst(), false)
    }
    // Released outside of the lock, since it may own what uses the store.
    withExtendedLifetime(dropped) {}
    return isMore
  }

  /// Delivers the oldest event that waits.
  @MainActor
  func deliverNext() {
    if let event = contents.withLock({ $0.takeFirst() }) { deliver(event) }
  }

  /// Delivers an event, unless the observation is over.
  @MainActor
  func deliver(_ event: Event) {
    let (handler, isOver) = contents.withLock { ($0.handler, $0.isOver) }
    if !isOver() { handler?(event) }
  }

  private func end() {
    let former = contents.withLock { contents in
      let former = contents
      contents = Contents()
      return former
    }
    withExtendedLifetime(former) {}
  }
}
