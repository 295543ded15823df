extension ValueStore {
  /// Tells an object of a selection for as long as the object lives.
  ///
  /// One object may subscribe several times, to different parts of the state.
  ///
  /// ```swift
  /// store.subscribe(self, to: Selection(\.title)) { screen, title in screen.show(title) }
  /// ```
  ///
  /// - Parameters:
  ///   - object: The object, held weakly. Its entry is gone with the first action after its release.
  ///   - selection: The part of the state and the changes worth telling.
  ///   - tell: Called with the object and the value; it need not capture the object.
  @inlinable
  public func subscribe<Object: AnyObject, Value>(
    _ object: Object,
    to selection: Selection<State, Value>,
    tell: @escaping @MainActor (Object, Value) -> Void
  ) {
    _ = add(
      selection, owner: ObjectIdentifier(object),
      isAlive: { [weak object] in object != nil },
      tell: { [weak object] value in
        guard let object else { return false }
        tell(object, value)
        return true
      })
  }

  /// Tells a subscriber of a selection for as long as it lives.
  ///
  /// - Parameters:
  ///   - subscriber: The subscriber, held weakly.
  ///   - selection: The part of the state and the changes worth telling.
  @inlinable
  public func subscribe<Subscriber: StoreSubscriber>(
    _ subscriber: Subscriber, to selection: Selection<State, Subscriber.SubscriberStateType>
  ) {
    subscribe(subscriber, to: selection) { $0.newState(state: $1) }
  }

  /// Tells a subscriber of a part of the state, whenever it changes, for as long as it lives.
  ///
  /// - Parameters:
  ///   - subscriber: The subscriber, held weakly.
  ///   - select: Reads the part. A key path literal will do.
  @inlinable
  public func subscribe<Subscriber: StoreSubscriber>(
    _ subscriber: Subscriber,
    select: @escaping @MainActor (State) -> Subscriber.SubscriberStateType
  ) where Subscriber.SubscriberStateType: Equatable {
    subscribe(subscriber, to: Selection(select))
  }

  /// Tells a subscriber of a part of the state that cannot be compared, after every action.
  ///
  /// - Parameters:
  ///   - subscriber: The subscriber, held weakly.
  ///   - select: Reads the part.
  @inlinable
  public func subscribe<Subscriber: StoreSubscriber>(
    _ subscriber: Subscriber,
    select: @escaping @MainActor (State) -> Subscriber.SubscriberStateType
  ) {
    subscribe(subscriber, to: Selection(select))
  }

  /// Tells a subscriber of the whole state, whenever it changes, for as long as it lives.
  ///
  /// The subscription holds the state it saw last, so each action copies every collection that it
  /// changes. Select what is needed to avoid that.
  ///
  /// - Parameter subscriber: The subscriber, held weakly.
  @inlinable
  public func subscribe<Subscriber: StoreSubscriber>(
    _ subscriber: Subscriber
  ) where Subscriber.SubscriberStateType == State, State: Equatable {
    subscribe(subscriber, to: Selection { $0 })
  }

  /// Tells a subscriber of the whole state after every action, for as long as it lives.
  ///
  /// - Parameter subscriber: The subscriber, held weakly.
  @inlinable
  public func subscribe<Subscriber: StoreSubscriber>(
    _ subscriber: Subscriber
  ) where Subscriber.SubscriberStateType == State {
    subscribe(subscriber, to: Selection { $0 })
  }

  /// Ends all subscriptions of an object; it is told nothing any more, not even in this pass.
  ///
  /// - Parameter object: The object that subscribed.
  public func unsubscribe(_ object: AnyObject) {
    let owner = ObjectIdentifier(object)
    removeSubscriptions { $0.owner == owner }
  }
}
