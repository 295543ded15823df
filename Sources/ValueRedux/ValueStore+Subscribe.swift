extension ValueStore {
  /// Calls a closure with a part of the state at once, and again whenever the part changes.
  ///
  /// ```swift
  /// let token = store.subscribe(\.unread) { badge.count = $0 }
  /// ```
  ///
  /// The handler receives the first value before `subscribe` returns. If the handler itself subscribes meanwhile, the
  /// new handler runs inside the first one. In a debug build, 1,000 nested handlers take about 1.5 MB of the stack: do
  /// not nest them without a limit.
  ///
  /// A subscription keeps the last selected value. If this value contains a collection, the subscription holds a second
  /// reference to it, so each action that changes the collection copies it once. To avoid this copy, select a count or
  /// an id. For a part that is not `Equatable`, or to set a condition for the delivery, use ``subscribe(to:_:)``.
  ///
  /// - Parameters:
  ///   - select: A closure or a key path literal that reads the part; the result must depend only on the state.
  ///   - handler: A closure that runs on the main actor. The closure receives the present value before `subscribe`
  ///     returns. It receives each later value after the middlewares have run for the action that changed the value.
  /// - Returns: The token that keeps the subscription alive.
  @inlinable @inline(__always)
  public func subscribe<Value: Equatable>(
    _ select: @escaping @MainActor (State) -> Value,
    _ handler: @escaping @MainActor (Value) -> Void
  ) -> SubscriptionToken {
    subscribe(to: Selection(select), handler)
  }

  /// Calls a closure with the selected value now, and again after each action if the condition of the selection holds.
  ///
  /// - Parameters:
  ///   - selection: The part of the state, and the condition under which the store delivers it.
  ///   - handler: A closure that receives the selected value, on the main actor.
  /// - Returns: The token that keeps the subscription alive.
  @inlinable
  public func subscribe<Value>(
    to selection: Selection<State, Value>,
    _ handler: @escaping @MainActor (Value) -> Void
  ) -> SubscriptionToken {
    // Busy for the selector already, so that no action changes what it reads.
    whileBusy {
      let first = selection.select(lent)
      let lifetime = add(selection, first: first) { _ in handler }
      handler(first)
      return SubscriptionToken(lifetime: lifetime)
    }
  }

  /// Calls a closure with the state, now and after each action.
  ///
  /// The subscription does not keep the state between two actions, so the store still changes the state in place.
  ///
  /// - Parameter handler: A closure that receives the state, on the main actor.
  /// - Returns: The token that keeps the subscription alive.
  public func subscribe(_ handler: @escaping @MainActor (State) -> Void) -> SubscriptionToken {
    subscribe(to: Selection { _ in () }) { [weak self] in
      if let self { handler(self.state) }
    }
  }

  /// Passes the selected value to a closure, now and whenever the selection delivers it, while an object lives.
  ///
  /// One object can subscribe several times, to different parts of the state; each call adds a subscription.
  ///
  /// ```swift
  /// store.subscribe(self, to: Selection(\.title)) { screen, title in screen.show(title) }
  /// ```
  ///
  /// - Parameters:
  ///   - object: The object, which the store does not keep alive. After the release of the object, the store removes
  ///     the subscription at the latest when the next value is due for delivery.
  ///   - selection: The part of the state, and the condition under which the store delivers it.
  ///   - handler: A closure that receives the object and the value, so that it need not capture the object.
  @inlinable
  public func subscribe<Object: AnyObject, Value>(
    _ object: Object,
    to selection: Selection<State, Value>,
    _ handler: @escaping @MainActor (Object, Value) -> Void
  ) {
    whileBusy {
      let first = selection.select(lent)
      core.access { $0.takeReleasedObjects(at: ObjectIdentifier(object)) }.forEach { $0.cancel() }
      let lifetime = add(selection, of: ObjectIdentifier(object), first: first) { lifetime in
        { [weak object] value in
          if let object { handler(object, value) } else { lifetime.cancel() }
        }
      }
      core.access { $0.keep(lifetime, of: object) }
      handler(object, first)
    }
  }

  /// Passes the selected value to a subscriber, now and whenever the selection delivers it, while it lives.
  ///
  /// ```swift
  /// store.subscribe(self, to: Selection(\.unread))
  /// ```
  ///
  /// - Parameters:
  ///   - subscriber: The subscriber, which the store does not keep alive.
  ///   - selection: The part of the state, and the condition under which the store delivers it.
  @inlinable
  public func subscribe<Subscriber: StoreSubscriber>(
    _ subscriber: Subscriber, to selection: Selection<State, Subscriber.SubscriberStateType>
  ) {
    subscribe(subscriber, to: selection) { $0.newState(state: $1) }
  }

  /// Ends all subscriptions of an object, with effect on the pass that is under way.
  package func unsubscribe(_ object: AnyObject) {
    requireReadable()
    whileBusy {
      let ended = core.access { $0.objects.removeValue(forKey: ObjectIdentifier(object)) }
      ended?.lifetimes.forEach { $0.cancel() }
    }
  }
}

/// An object that receives a part of the state, and that the store does not keep alive.
///
/// The protocol corresponds to `StoreSubscriber` in Firefox iOS. An object that needs further parts
/// of the state subscribes to them with ``ValueStore/subscribe(_:to:_:)``.
@MainActor
public protocol StoreSubscriber<SubscriberStateType>: AnyObject {
  /// The part of the state that the object receives.
  associatedtype SubscriberStateType

  /// Receives the part of the state, first when the object subscribes and then whenever the selection delivers it.
  func newState(state: SubscriberStateType)
}

extension ValueStore {
  /// Adds a subscription to a selection whose present value is `first`.
  @inlinable
  func add<Value>(
    _ selection: Selection<State, Value>,
    of owner: ObjectIdentifier? = nil,
    first: Value,
    _ makeHandler: (SubscriptionLifetime) -> @MainActor (Value) -> Void
  ) -> SubscriptionLifetime {
    addSubscription(of: owner) { lifetime in
      let handler = makeHandler(lifetime)
      guard let advance = selection.advance else {
        return { [select = selection.select] state, _ in
          let value = select(state)
          if !lifetime.isOver { handler(value) }
        }
      }
      let last = KeptValue(first)
      return { state, _ in
        // The selector may end its own subscription.
        if advance(state, last), !lifetime.isOver { handler(last.value) }
      }
    }
  }
}

/// The subscriptions of an object, which a later object at its address does not take over.
@usableFromInline
struct SubscribedObject {
  private(set) weak var object: AnyObject?
  var lifetimes: [SubscriptionLifetime] = []

  init(_ object: AnyObject) { self.object = object }
}

extension StoreCore {
  /// Adds a subscription to the list of an object's subscriptions.
  @usableFromInline
  mutating func keep(_ lifetime: SubscriptionLifetime, of object: AnyObject) {
    objects[ObjectIdentifier(object), default: SubscribedObject(object)].lifetimes.append(lifetime)
  }

  /// Removes and returns the subscriptions of the object at the address `owner` if this object is released; if at least
  /// `objectLimit` objects have subscriptions, removes and returns those of all released objects.
  @usableFromInline
  mutating func takeReleasedObjects(at owner: ObjectIdentifier) -> [SubscriptionLifetime] {
    let mayBeMany = objects.count >= objectLimit
    let owners = mayBeMany ? Array(objects.keys) : [owner]
    let released = owners.filter { owner in objects[owner].map { $0.object == nil } ?? false }
    let ended = released.flatMap { objects.removeValue(forKey: $0)?.lifetimes ?? [] }
    if mayBeMany { objectLimit = max(16, 2 * objects.count) }
    return ended
  }

  /// Removes the ended subscriptions of an object; if the object is released, removes and returns all subscriptions.
  mutating func forgetEnded(of owner: ObjectIdentifier) -> [SubscriptionLifetime] {
    guard let index = objects.index(forKey: owner) else { return [] }
    if objects.values[index].object == nil { return objects.remove(at: index).value.lifetimes }
    objects.values[index].lifetimes.removeAll { $0.isOver }
    if objects.values[index].lifetimes.isEmpty { objects.remove(at: index) }
    return []
  }
}
