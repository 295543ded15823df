extension ValueStore {
  /// Notifies a closure of a part of the state, now and whenever it changes.
  ///
  /// ```swift
  /// let token = store.subscribe(\.unread) { badge.count = $0 }
  /// ```
  ///
  /// A subscription keeps the value that it selected last. One that selects a collection, or the
  /// whole state, therefore makes each change copy what it changes; select a count or an id to
  /// avoid that. For a part that is not `Equatable`, or for another rule of what counts as a
  /// change, use ``subscribe(to:_:)``.
  ///
  /// - Parameters:
  ///   - select: Reads the part, from the state alone. A key path literal works as well.
  ///   - handler: Called on the main actor: with the present value before this call returns, with
  ///     later ones after the middlewares, in the order of subscription.
  /// - Returns: The token that keeps the subscription alive.
  @inlinable @inline(__always)
  public func subscribe<Value: Equatable>(
    _ select: @escaping @MainActor (State) -> Value,
    _ handler: @escaping @MainActor (Value) -> Void
  ) -> SubscriptionToken {
    requireReadable()
    let lifetime = SubscriptionLifetime()
    let first = select(place.pointee)
    var last = first
    let id = addSubscription { state in
      let value = select(state)
      if value == last { return true }
      // The selector may have ended its own subscription.
      if lifetime.isOver { return false }
      last = value
      handler(value)
      return true
    }
    whileBusy { handler(first) }
    return token(for: id, lifetime: lifetime)
  }

  /// Notifies a closure of a selection, now and after each action whose change the selection
  /// accepts.
  ///
  /// - Parameters:
  ///   - selection: The part of the state, and the changes that count.
  ///   - handler: Called on the main actor.
  /// - Returns: The token that keeps the subscription alive.
  @inlinable
  public func subscribe<Value>(
    to selection: Selection<State, Value>,
    _ handler: @escaping @MainActor (Value) -> Void
  ) -> SubscriptionToken {
    let lifetime = SubscriptionLifetime()
    let id = add(selection) { value in
      if lifetime.isOver { return false }
      handler(value)
      return true
    }
    return token(for: id, lifetime: lifetime)
  }

  /// Notifies a closure of the transitions of a selection, as pairs of an old and a new value.
  ///
  /// The pairs form a chain: the old value of each is the new value of the one before.
  ///
  /// - Parameters:
  ///   - selection: The part of the state, and the changes that count.
  ///   - handler: Called on the main actor; its first argument is nil in the first call.
  /// - Returns: The token that keeps the subscription alive.
  @inlinable
  public func subscribe<Value>(
    transitions selection: Selection<State, Value>,
    _ handler: @escaping @MainActor (_ old: Value?, _ new: Value) -> Void
  ) -> SubscriptionToken {
    var delivered: Value?
    return subscribe(to: selection) { new in
      let old = delivered
      delivered = new
      handler(old, new)
    }
  }

  /// Notifies an object of a selection for as long as the object lives.
  ///
  /// One object may subscribe several times, to different parts of the state. The store cannot
  /// compare two selections: an object that subscribes twice to the same part is notified twice of
  /// it. Call ``unsubscribe(_:)`` before an object subscribes anew.
  ///
  /// ```swift
  /// store.subscribe(self, to: Selection(\.title)) { screen, title in screen.show(title) }
  /// ```
  ///
  /// - Parameters:
  ///   - object: The object, held weakly. The first action after its release removes the
  ///     subscription.
  ///   - selection: The part of the state, and the changes that count.
  ///   - handler: Called with the object and the value; it need not capture the object.
  @inlinable
  public func subscribe<Object: AnyObject, Value>(
    _ object: Object,
    to selection: Selection<State, Value>,
    _ handler: @escaping @MainActor (Object, Value) -> Void
  ) {
    let lifetime = SubscriptionLifetime()
    _ = add(
      selection, owner: ObjectIdentifier(object), lifetime: lifetime,
      isAlive: { [weak object] in object != nil },
      deliver: { [weak object] value in
        // The selector may have ended its own subscription.
        guard let object, !lifetime.isOver else { return false }
        handler(object, value)
        return true
      })
  }

  /// Notifies a subscriber of a selection for as long as it lives.
  ///
  /// ```swift
  /// store.subscribe(self, to: Selection(\.unread))
  /// ```
  ///
  /// - Parameters:
  ///   - subscriber: The subscriber, held weakly.
  ///   - selection: The part of the state, and the changes that count.
  @inlinable
  public func subscribe<Subscriber: StoreSubscriber>(
    _ subscriber: Subscriber, to selection: Selection<State, Subscriber.SubscriberStateType>
  ) {
    subscribe(subscriber, to: selection) { $0.newState(state: $1) }
  }

  /// Ends all subscriptions of an object, with effect on the pass that is under way.
  public func unsubscribe(_ object: AnyObject) {
    requireReadable()
    let owner = ObjectIdentifier(object)
    endSubscriptions { $0.owner == owner }
  }
}

/// An object that receives a part of the state, held weakly by the store.
///
/// The protocol has the shape of Firefox iOS. An object that needs further parts of the state
/// subscribes to them with ``ValueStore/subscribe(_:to:_:)``.
@MainActor
public protocol StoreSubscriber<SubscriberStateType>: AnyObject {
  /// The part of the state that the object receives.
  associatedtype SubscriberStateType

  /// Receives the part of the state, first when the object subscribes and then whenever it changes.
  func newState(state: SubscriberStateType)
}

/// One subscription in the list of a store.
@usableFromInline
struct SubscriptionEntry<State> {
  /// Delivers the state; returns false to end the subscription.
  @usableFromInline typealias Deliver = @MainActor (State) -> Bool

  /// Ascending in the order of subscription, never reused.
  let id: UInt64
  /// The object that `unsubscribe(_:)` identifies the subscription by.
  let owner: ObjectIdentifier?
  /// Ended with the entry, for a delivery that is between its selection and its handler.
  let lifetime: SubscriptionLifetime?
  /// Nil once the subscription has ended; the store removes the entry when it is idle.
  @usableFromInline var deliver: Deliver?
}

extension ValueStore {
  /// Appends an entry and returns its id.
  @usableFromInline
  func addSubscription(
    owner: ObjectIdentifier? = nil, lifetime: SubscriptionLifetime? = nil,
    deliver: @escaping SubscriptionEntry<State>.Deliver
  ) -> UInt64 {
    requireReadable()
    let id = core.pointee.nextSubscription
    core.pointee.nextSubscription += 1
    core.pointee.subscriptions.append(
      SubscriptionEntry(id: id, owner: owner, lifetime: lifetime, deliver: deliver))
    return id
  }

  /// Appends the entry of a selection, delivers the present value, and returns the id of the entry.
  ///
  /// `isAlive` is called before anything is selected, `deliver` with the value; if one of them
  /// returns false, the subscription ends.
  @inlinable
  func add<Value>(
    _ selection: Selection<State, Value>,
    owner: ObjectIdentifier? = nil,
    lifetime: SubscriptionLifetime? = nil,
    isAlive: @escaping @MainActor () -> Bool = { true },
    deliver: @escaping @MainActor (Value) -> Bool
  ) -> UInt64 {
    requireReadable()
    let first = selection.select(place.pointee)
    let keepsLast = selection.isRepeat != nil || selection.filter != nil
    var last = keepsLast ? first : nil
    let id = addSubscription(owner: owner, lifetime: lifetime) { state in
      guard isAlive() else { return false }
      let value = selection.select(state)
      guard let old = last else { return deliver(value) }
      if let isRepeat = selection.isRepeat, isRepeat(old, value) { return true }
      last = value
      if let filter = selection.filter, !filter(old, value) { return true }
      return deliver(value)
    }
    whileBusy { _ = deliver(first) }
    return id
  }

  @usableFromInline
  func token(for id: UInt64, lifetime: SubscriptionLifetime) -> SubscriptionToken {
    SubscriptionToken(lifetime: lifetime) { [weak self] in
      self?.endSubscriptions { $0.id == id }
    }
  }

  /// Ends the entries that match, also while a reducer runs: it touches the list alone.
  func endSubscriptions(where matches: (SubscriptionEntry<State>) -> Bool) {
    whileBusy {
      for index in core.pointee.subscriptions.indices
      where matches(core.pointee.subscriptions[index]) {
        endSubscription(at: index)
      }
    }
  }

  /// Releases the closure of an entry, which stays in the list until the store is idle, so that no
  /// index changes.
  @usableFromInline
  func endSubscription(at index: Int) {
    // The closure may own what uses the store: it is released after the access to the list.
    withExtendedLifetime(core.pointee.subscriptions[index].deliver) {
      core.pointee.subscriptions[index].deliver = nil
      core.pointee.hasLeftovers = true
      _ = core.pointee.subscriptions[index].lifetime?.end()
    }
  }

  @usableFromInline
  func removeEndedSubscriptions() {
    core.pointee.subscriptions.removeAll { $0.deliver == nil }
  }

  /// How many subscriptions have not ended.
  package var subscriptionCount: Int {
    core.pointee.subscriptions.count { $0.deliver != nil }
  }
}
