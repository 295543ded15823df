import ReferenceRedux
public import ValueRedux

/// A store, seen as a store of a Flux app: registered with a dispatcher, with outputs.
///
/// ```swift
/// let store = FluxStore(appStore, registeredWith: dispatcher)
/// let alerts = store.publish { action, state in action == .saved ? Alert.saved : nil }
/// let list = store.behavior { $0.items }
/// let token = list.observe { items in view.show(items) }
/// ```
///
/// An event is what the closure of the output returns for one action. No event is coalesced, at any
/// stage of a migration: observers receive every event, equal ones included, in the order of the
/// actions, even if the store reduces several actions within one turn of the main actor. Events that
/// wait for the main actor are kept without a bound.
///
/// <doc:FluxApps> says which output takes the place of which subject. An output begins when it is made, so
/// that no event before the first observation is lost.
@MainActor
public final class FluxStore<Base: TransitionSource> {
  let base: Base
  private let registration: SubscriptionToken

  /// Registers a store with a dispatcher.
  ///
  /// Any number of Flux stores may show one store, directly and through facades: the dispatcher
  /// dispatches each action to it once, at the place of the first registration. Of a slice of a
  /// ``MigrationStore``, pass its facade: the objects of a migrated slice may be gone.
  ///
  /// - Parameters:
  ///   - base: The store that reduces the actions; kept alive.
  ///   - dispatcher: The dispatcher whose actions it reduces.
  public init(_ base: Base, registeredWith dispatcher: FluxDispatcher<Base.Action>) {
    self.base = base
    registration = dispatcher.registration(of: base)
  }

  /// Returns an output that delivers events: a publish subject, a replay subject or a behavior subject.
  ///
  /// - Parameters:
  ///   - count: The number of last events that a new observer receives at once, if there were as many.
  ///   - first: The event that counts as the one before all others; nil for none.
  ///   - event: Returns the event of an action and the state after it, or nil for none. Called where the
  ///     store reduces; it must not keep the state of a class store.
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

  /// Returns an output that delivers the present value of a part of the state, then every change of it.
  ///
  /// - Parameters:
  ///   - includingRepeats: Whether every action delivers the value, also if it equals the one before.
  ///   - select: Reads the value. Called where the store reduces, after each action; it must not keep
  ///     the state of a class store.
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

/// An output of a ``FluxStore``: events, in order, to any number of observers.
///
/// It lives as long as your code keeps it or a token of ``observe(_:)``. It keeps the store, and its
/// registration with the dispatcher.
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

  /// The last of the events that a new observer would receive at once: the value of a behavior.
  ///
  /// Nil before the first event, and if the output replays none. Waits for pending actions as ``observe(_:)`` does.
  public var value: Event? {
    deliverPending()
    return replayed.last
  }

  /// Observes the events.
  ///
  /// Events of actions that this caller dispatched before are past, as for a subject: the call waits
  /// until a class store has reduced these, and the other observers receive their events first.
  /// Observers are called in the order in which they began to observe.
  ///
  /// - Parameter handler: Receives each event, on the main actor: those that the output replays before
  ///   this call returns. It may dispatch, observe and cancel.
  /// - Returns: The token that keeps the observation, and with it the output, alive.
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
