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
  /// change, use ``subscribe(to:after:_:)``.
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
    let first = unsafe select(place.pointee)
    let subscription = ClosureSubscription.keeping(first, in: self)
    let id = addSubscription { state, _ in
      let value = select(state)
      // The selector may have ended its own subscription.
      guard let last = unsafe subscription.contents.pointee.value else { return false }
      if value == last { return true }
      if subscription.isOver { return false }
      unsafe subscription.contents.pointee.value = value
      handler(value)
      return true
    }
    whileBusy { handler(first) }
    return token(for: id, of: subscription)
  }

  /// Notifies a closure of the value at a key path, now and whenever it changes.
  ///
  /// As the form with a closure; the store reads a stored property at its place.
  ///
  /// - Parameters:
  ///   - path: Leads to the part.
  ///   - handler: Called on the main actor: with the present value before this call returns, with
  ///     later ones after the middlewares, in the order of subscription.
  /// - Returns: The token that keeps the subscription alive.
  @inlinable
  public func subscribe<Value: Equatable>(
    _ path: any KeyPath<State, Value> & Sendable,
    _ handler: @escaping @MainActor (Value) -> Void
  ) -> SubscriptionToken {
    subscribe(to: Selection(path), handler)
  }

  /// Notifies a closure of a selection, now and after each action whose change the selection
  /// accepts.
  ///
  /// - Parameters:
  ///   - selection: The part of the state, and the changes that count.
  ///   - isRelevant: Whether an action may change the selection; nil for every action. The selection
  ///     does not run after the other actions: what they change is delivered after the next one that
  ///     is relevant.
  ///   - handler: Called on the main actor.
  /// - Returns: The token that keeps the subscription alive.
  @inlinable
  public func subscribe<Value>(
    to selection: Selection<State, Value>,
    after isRelevant: (@MainActor (Action) -> Bool)? = nil,
    _ handler: @escaping @MainActor (Value) -> Void
  ) -> SubscriptionToken {
    requireReadable()
    let lifetime = StoreLifetime(self)
    let first = unsafe selection.select(place.pointee)
    let id = add(selection, after: isRelevant, first: first) { value in
      if lifetime.isOver { return false }
      handler(value)
      return true
    }
    whileBusy { handler(first) }
    return token(for: id, lifetime: lifetime)
  }

  /// Notifies a closure of the transitions of a selection, as pairs of an old and a new value.
  ///
  /// The pairs form a chain: the old value of each is the new value of the one before.
  ///
  /// - Parameters:
  ///   - selection: The part of the state, and the changes that count.
  ///   - isRelevant: As in ``subscribe(to:after:_:)``.
  ///   - handler: Called on the main actor; its first argument is nil in the first call.
  /// - Returns: The token that keeps the subscription alive.
  @inlinable
  public func subscribe<Value>(
    transitions selection: Selection<State, Value>,
    after isRelevant: (@MainActor (Action) -> Bool)? = nil,
    _ handler: @escaping @MainActor (_ old: Value?, _ new: Value) -> Void
  ) -> SubscriptionToken {
    var delivered: Value?
    return subscribe(to: selection, after: isRelevant) { new in
      let old = delivered
      delivered = new
      handler(old, new)
    }
  }

  /// Notifies an object of a selection for as long as the object lives.
  ///
  /// One object may subscribe several times, to different parts of the state. A subscription to the
  /// same selection replaces the one that the object has, and delivers the present value again.
  /// Two selections are the same if they were created from equal key paths, or if one is a copy of
  /// the other, such as a constant that is used twice. Two closures are never the same.
  ///
  /// ```swift
  /// store.subscribe(self, to: Selection(\.title)) { screen, title in screen.show(title) }
  /// ```
  ///
  /// - Parameters:
  ///   - object: The object, held weakly. The first action after its release removes the
  ///     subscription.
  ///   - selection: The part of the state, and the changes that count.
  ///   - isRelevant: As in ``subscribe(to:after:_:)``.
  ///   - handler: Called with the object and the value; it need not capture the object.
  @inlinable
  public func subscribe<Object: AnyObject, Value>(
    _ object: Object,
    to selection: Selection<State, Value>,
    after isRelevant: (@MainActor (Action) -> Bool)? = nil,
    _ handler: @escaping @MainActor (Object, Value) -> Void
  ) {
    requireReadable()
    let owner = ObjectIdentifier(object)
    endSubscription(of: owner, to: selection.identity)
    let lifetime = SubscriptionLifetime()
    let reference = KeptValue.holding(WeakReference(object))
    let first = unsafe selection.select(place.pointee)
    let id: UInt64
    if isRelevant == nil, let advance = selection.advance {
      // As the other form, in one closure that loads the weak reference once: the load takes as long as
      // the rest of an action that changes nothing.
      let last = KeptValue.holding(first)
      id = addSubscription { state, _ in
        guard let object = reference.object() else { return false }
        guard advance(state, last) else { return true }
        // The selector may have ended its own subscription.
        guard !lifetime.isOver else { return false }
        handler(object, last.value)
        return true
      }
    } else {
      id = add(
        selection, after: isRelevant, first: first,
        isAlive: { reference.object() != nil },
        deliver: { value in
          guard let object = reference.object(), !lifetime.isOver else { return false }
          handler(object, value)
          return true
        })
    }
    record(id: id, of: owner, to: selection.identity, lifetime: lifetime)
    whileBusy { handler(object, first) }
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
    whileBusy {
      for record in unsafe core.pointee.objects[ObjectIdentifier(object)] {
        endSubscription(id: record.id)
      }
    }
  }
}

/// An object that receives a part of the state, held weakly by the store.
///
/// The protocol has the shape of Firefox iOS. An object that needs further parts of the state
/// subscribes to them with ``ValueStore/subscribe(_:to:after:_:)``.
@MainActor
public protocol StoreSubscriber<SubscriberStateType>: AnyObject {
  /// The part of the state that the object receives.
  associatedtype SubscriberStateType

  /// Receives the part of the state, first when the object subscribes and then whenever it changes.
  func newState(state: SubscriberStateType)
}

extension ValueStore {
  /// Appends the entry of a selection whose present value is `first`, and returns its id.
  ///
  /// `isAlive` is called before anything is selected, `deliver` with the value; if one of them
  /// returns false, the subscription ends.
  @inlinable
  func add<Value>(
    _ selection: Selection<State, Value>,
    after isRelevant: (@MainActor (Action) -> Bool)?,
    first: Value,
    isAlive: (@MainActor () -> Bool)? = nil,
    deliver: @escaping @MainActor (Value) -> Bool
  ) -> UInt64 {
    if let advance = selection.advance {
      let last = KeptValue.holding(first)
      return addSubscription { state, action in
        if let isAlive, !isAlive() { return false }
        if let isRelevant, !isRelevant(action) { return true }
        return advance(state, last) ? deliver(last.value) : true
      }
    } else {
      let select = selection.select
      return addSubscription { state, action in
        if let isAlive, !isAlive() { return false }
        if let isRelevant, !isRelevant(action) { return true }
        return deliver(select(state))
      }
    }
  }
}
