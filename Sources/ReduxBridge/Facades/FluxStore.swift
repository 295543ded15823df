import ReferenceRedux
public import ValueRedux

/// A store for a Flux app: a dispatcher sends actions to the store, and outputs send events to observers.
///
/// ```swift
/// let store = FluxStore(appStore, registeredWith: dispatcher)
/// let alerts = store.publish { action, state in action == .saved ? Alert.saved : nil }
/// let list = store.behavior { $0.items }
/// let token = list.observe { items in view.show(items) }
/// ```
///
/// For each action, the closure of `publish` returns an event, or nil for no event. Each value that a `behavior`
/// delivers is an event, too. An output never combines events, at any stage of a migration: observers receive every
/// event in the order of the actions, including equal events, even if the store reduces several actions within one turn
/// of the main actor. The number of events that wait for the main actor has no limit.
///
/// <doc:FluxApps> names the output that replaces each kind of Rx subject. An output collects events from its creation
/// on, so an output can replay events from before the first observation.
@MainActor
public final class FluxStore<Base: TransitionSource> {
  let base: Base
  private let registration: SubscriptionToken

  /// Registers a store with a dispatcher.
  ///
  /// You can create several Flux stores for one store, directly or through facades. These Flux stores share one
  /// registration, so the dispatcher still dispatches each action to that store only once. For a slice of a
  /// ``MigrationStore``, pass the facade of the slice, because at `migrated` the store can remove the slice's objects.
  ///
  /// - Parameters:
  ///   - base: The store that reduces the actions; the Flux store keeps it alive.
  ///   - dispatcher: The dispatcher whose actions the store reduces.
  public init(_ base: Base, registeredWith dispatcher: FluxDispatcher<Base.Action>) {
    self.base = base
    registration = dispatcher.registration(of: base)
  }

  /// Returns an output that delivers events, as an Rx publish, replay or behavior subject does.
  ///
  /// - Parameters:
  ///   - count: The number of latest events that a new observer receives at once, if so many have occurred.
  ///   - first: The first event, such as the initial value of a behavior subject; nil for no first event.
  ///   - event: A closure that receives an action and the state after the action, and returns an event, or nil for no
  ///     event. It runs on the executor that reduces the actions, and must not keep the state of a class store.
  /// - Returns: The output.
  public func publish<Event: Sendable>(
    replaying count: Int = 0, startingWith first: Event? = nil,
    _ event: @escaping @Sendable (Base.Action, Base.State) -> Event?
  ) -> FluxOutput<Event> {
    guard count >= 0 else { fatalError("An output cannot replay \(count) events.") }
    return FluxOutput(self, replaying: count) { action, state in
      if let action { event(action, state) } else { first }
    }
  }

  /// Returns an output that delivers a part of the state: its present value, then each new value.
  ///
  /// - Parameters:
  ///   - includingRepeats: Whether the output delivers the part after every action, even if the part has not changed.
  ///   - select: A closure that reads the part. It runs after each action, on the executor that reduces the actions,
  ///     and must not keep the state of a class store.
  /// - Returns: The output.
  public func behavior<Value: Equatable & Sendable>(
    includingRepeats: Bool = false,
    _ select: @escaping @Sendable (Base.State) -> Value
  ) -> FluxOutput<Value> {
    if includingRepeats {
      return FluxOutput(self, replaying: 1) { _, state in select(state) }
    }
    let changes = ChangeFilter<Value>()
    return FluxOutput(self, replaying: 1) { _, state in
      changes.change(to: select(state))
    }
  }
}

/// An output of a ``FluxStore``: it delivers its events in order to any number of observers.
///
/// An output lives as long as your code keeps the output or a token of ``observe(_:)``. The output keeps the Flux store
/// and its registration with the dispatcher alive.
@MainActor
public final class FluxOutput<Event: Sendable> {
  private let store: AnyObject
  /// The store whose pending events come before an observation.
  private let base: AnyObject
  /// Delivers each event, as an action, to all observers before the next one.
  private let events = ValueStore<Void, Event>(initialState: (), reducer: Reducer { _, _ in })
  private var subscription: SubscriptionToken?

  /// The events that a new observer receives at once, the oldest first: as many as there is room for.
  private var replayed: [Event] = []
  private let room: Int

  init<Base: TransitionSource>(
    _ store: FluxStore<Base>, replaying room: Int,
    _ event: @escaping @Sendable (Base.Action?, Base.State) -> Event?
  ) {
    (self.store, base, self.room) = (store, store.base, room)
    _ = events.afterEachAction { [weak self] _, event in self?.keep(event) }
    subscription = store.base.observeTransitions(event) { [events] in
      events.dispatch($0)
    }
  }

  /// The latest of the events that the output replays to a new observer; for a behavior, the present value.
  ///
  /// The value is nil before the first event, or if the output replays no events. A read of this property first waits
  /// for pending actions, as ``observe(_:)`` does.
  public var value: Event? {
    deliverPending()
    return replayed.last
  }

  /// Observes the events of this output.
  ///
  /// The events of actions that the caller dispatched before this call are past events: the new observer receives only
  /// those that the output replays. On a class store, this call waits until the store has reduced these actions, and
  /// delivers their events to the earlier observers. The output calls observers in the order of their `observe` calls.
  ///
  /// - Parameter handler: A closure that receives each event on the main actor; replayed events arrive before this call
  ///   returns. The handler can dispatch actions, observe outputs and cancel tokens.
  /// - Returns: The token that keeps the observation and the output alive.
  /// - Complexity: O(*n*) in the number of events that the output replays.
  public func observe(_ handler: @escaping @MainActor (Event) -> Void) -> SubscriptionToken {
    deliverPending()
    // Busy, so that what arises meanwhile follows what is replayed.
    return events.whileBusy {
      let token = events.observeTransitions { event, _ in
        event
      } _: { [self] event in
        withExtendedLifetime(self) { handler(event) }
      }
      for event in replayed { handler(event) }
      return token
    }
  }

  private func deliverPending() { (base as? any StoreFacade)?.deliverPending() }

  private func keep(_ event: Event) {
    replayed.append(event)
    // An event may own what uses this output when it is released.
    let oldest = replayed.count > room ? replayed.removeFirst() : nil
    withExtendedLifetime(oldest) {}
  }
}

/// Lets a value pass if it differs from the one before.
final class ChangeFilter<Value: Equatable & Sendable>: Sendable {
  private let last = Locked<Value?>(nil)

  /// Returns the value if it is no repeat; called by one thread at a time.
  func change(to value: Value) -> Value? {
    // Compared and released outside of the lock, since that is the app's code.
    let former = last.withLock { $0 }
    if former == value { return nil }
    last.withLock { $0 = value }
    withExtendedLifetime(former) {}
    return value
  }
}
