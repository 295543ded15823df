extension ValueStore {
  /// Runs a body in which dispatches wait, and handles them afterwards.
  @inlinable
  func whileBusy(_ body: () -> Void) {
    requireReadable()
    guard core.pointee.phase == .idle else { return body() }
    core.pointee.phase = .telling
    body()
    if core.pointee.hasLeftovers { handleLeftovers() }
    core.pointee.phase = .idle
  }

  /// Adds an entry at the end of the list and answers its id.
  @usableFromInline
  func addSubscription(
    owner: ObjectIdentifier? = nil, offer: @escaping SubscriptionEntry<State>.Offer
  ) -> UInt64 {
    requireReadable()
    let id = core.pointee.nextSubscription
    core.pointee.nextSubscription += 1
    core.pointee.subscriptions.append(SubscriptionEntry(id: id, owner: owner, offer: offer))
    return id
  }

  /// Adds the entry of a selection, and tells the present value.
  ///
  /// - Parameters:
  ///   - selection: The part of the state and the changes worth telling.
  ///   - owner: The object on whose behalf the subscription is made.
  ///   - isAlive: Asked before anything is selected; false ends the subscription.
  ///   - tell: Told the value; false ends the subscription.
  /// - Returns: The id of the entry.
  @inlinable
  func add<Value>(
    _ selection: Selection<State, Value>,
    owner: ObjectIdentifier?,
    isAlive: @escaping @MainActor () -> Bool,
    tell: @escaping @MainActor (Value) -> Bool
  ) -> UInt64 {
    requireReadable()
    let first = selection.select(place.pointee)
    let keepsLast = selection.isRepeat != nil || selection.filter != nil
    var last = keepsLast ? first : nil
    let id = addSubscription(owner: owner) { state in
      guard isAlive() else { return false }
      let value = selection.select(state)
      guard let old = last else { return tell(value) }
      if let isRepeat = selection.isRepeat, isRepeat(old, value) { return true }
      last = value
      if let filter = selection.filter, !filter(old, value) { return true }
      return tell(value)
    }
    whileBusy { _ = tell(first) }
    return id
  }

  /// A token that removes the entry.
  @usableFromInline
  func token(for id: UInt64, lifetime: SubscriptionLifetime) -> SubscriptionToken {
    SubscriptionToken(lifetime: lifetime) { [weak self] in
      guard let self else { return }
      removeSubscriptions { $0.id == id }
    }
  }

  func removeSubscriptions(where shouldRemove: (SubscriptionEntry<State>) -> Bool) {
    requireReadable()
    for index in core.pointee.subscriptions.indices
    where shouldRemove(core.pointee.subscriptions[index]) {
      endSubscription(at: index)
    }
    whileBusy {}
  }

  /// Makes an entry mute; it is swept out when the store is idle, so that no index moves.
  @usableFromInline
  func endSubscription(at index: Int) {
    // The closure goes only when the list is not being touched: it may own what uses the store.
    withExtendedLifetime(core.pointee.subscriptions[index].offer) {
      core.pointee.subscriptions[index].offer = nil
      core.pointee.hasLeftovers = true
    }
  }

  /// Removes the mute entries.
  @usableFromInline
  func sweep() {
    core.pointee.subscriptions.removeAll { $0.offer == nil }
  }

  /// How many subscriptions the store tells of its actions.
  package var subscriptionCount: Int {
    core.pointee.subscriptions.count { $0.offer != nil }
  }
}
