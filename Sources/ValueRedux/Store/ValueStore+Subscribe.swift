extension ValueStore {
  /// Tells a closure of a part of the state, now and whenever it changes.
  ///
  /// ```swift
  /// let token = store.subscribe({ $0.mails.count }) { badge.count = $0 }
  /// ```
  ///
  /// - Parameters:
  ///   - select: Reads the part. It must depend on the state alone.
  ///   - handler: Told on the main actor: of the present value before this call returns, of later
  ///     ones after the middlewares, in the order of subscription.
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
      if lifetime.isOver { return false }
      last = value
      handler(value)
      return true
    }
    whileBusy { handler(first) }
    return token(for: id, lifetime: lifetime)
  }

  /// Tells a closure of the part of the state that a key path leads to, now and whenever it changes.
  ///
  /// ```swift
  /// let token = store.subscribe(\.unread) { badge.count = $0 }
  /// ```
  ///
  /// - Parameters:
  ///   - path: Leads to the part.
  ///   - handler: Told on the main actor, as in the form that takes a closure.
  /// - Returns: The token that keeps the subscription alive.
  @inlinable @inline(__always)
  public func subscribe<Value: Equatable>(
    _ path: any KeyPath<State, Value> & Sendable,
    _ handler: @escaping @MainActor (Value) -> Void
  ) -> SubscriptionToken {
    subscribe({ $0[keyPath: path] }, handler)
  }

  /// Tells a closure of a part of the state that cannot be compared, now and after every action.
  ///
  /// - Parameters:
  ///   - select: Reads the part.
  ///   - handler: Told on the main actor, as in the form for a part that can be compared.
  /// - Returns: The token that keeps the subscription alive.
  @inlinable
  public func subscribe<Value>(
    _ select: @escaping @MainActor (State) -> Value,
    _ handler: @escaping @MainActor (Value) -> Void
  ) -> SubscriptionToken {
    subscribe(to: Selection(select), handler)
  }

  /// Tells a closure of the whole state, now and whenever it changes.
  ///
  /// The subscription holds the state it saw last, so each action copies every collection that it
  /// changes. Select what is needed to avoid that.
  ///
  /// - Parameter handler: Told on the main actor.
  /// - Returns: The token that keeps the subscription alive.
  @inlinable
  public func subscribe(
    _ handler: @escaping @MainActor (State) -> Void
  ) -> SubscriptionToken where State: Equatable {
    subscribe({ $0 }, handler)
  }

  /// Tells a closure of the whole state, now and after every action.
  ///
  /// - Parameter handler: Told on the main actor.
  /// - Returns: The token that keeps the subscription alive.
  @inlinable
  public func subscribe(
    _ handler: @escaping @MainActor (State) -> Void
  ) -> SubscriptionToken {
    subscribe(to: Selection { $0 }, handler)
  }

  /// Tells a closure of a selection, now and whenever the selection says so.
  ///
  /// - Parameters:
  ///   - selection: The part of the state and the changes worth telling.
  ///   - handler: Told on the main actor.
  /// - Returns: The token that keeps the subscription alive.
  @inlinable
  public func subscribe<Value>(
    to selection: Selection<State, Value>,
    _ handler: @escaping @MainActor (Value) -> Void
  ) -> SubscriptionToken {
    let lifetime = SubscriptionLifetime()
    let id = add(
      selection, owner: nil, isAlive: { true },
      tell: { new in
        if lifetime.isOver { return false }
        handler(new)
        return true
      })
    return token(for: id, lifetime: lifetime)
  }

  /// Tells a closure of the transitions of a selection: the value told before, and the new one.
  ///
  /// The pairs form a chain: the old value of each is the new value of the one before.
  ///
  /// - Parameters:
  ///   - selection: The part of the state and the changes worth telling.
  ///   - handler: Told on the main actor; its first argument is nil in the first call.
  /// - Returns: The token that keeps the subscription alive.
  @inlinable
  public func subscribe<Value>(
    transitions selection: Selection<State, Value>,
    _ handler: @escaping @MainActor (_ old: Value?, _ new: Value) -> Void
  ) -> SubscriptionToken {
    let lifetime = SubscriptionLifetime()
    var told: Value?
    let id = add(
      selection, owner: nil, isAlive: { true },
      tell: { new in
        if lifetime.isOver { return false }
        let old = told
        told = new
        handler(old, new)
        return true
      })
    return token(for: id, lifetime: lifetime)
  }
}
