extension ValueStore {
  /// Hands an action to these middlewares and the first subscriptions, in order.
  @inlinable @inline(never)
  func deliver(
    _ action: Action, to middlewares: [SubscriptionList<StoreCore<State, Action>.Delivery>.Entry],
    andFirst count: Int
  ) {
    let state = place.lent
    for index in middlewares.indices { middlewares[index].delivery?.run(state, action) }
    var index = 0
    while index < count {
      if let deliver = core.access({ $0.subscriptions.entries[index].delivery }) {
        deliver.run(state, action)
      } else {
        core.access { $0.hasLeftovers = true }
      }
      index += 1
    }
  }

  /// Appends a subscription.
  ///
  /// - Parameters:
  ///   - owner: The object that it notifies, if there is one.
  ///   - makeDelivery: Creates what receives the state after each action.
  /// - Returns: The lifetime of the subscription, which ends it.
  @inlinable
  func addSubscription(
    of owner: ObjectIdentifier? = nil,
    _ makeDelivery: (SubscriptionLifetime) -> @MainActor (Lent<State>, Action) -> Void
  ) -> SubscriptionLifetime {
    let id = core.access { $0.subscriptions.makeID() }
    let lifetime: SubscriptionLifetime =
      if let owner {
        ClosureSubscription { [weak self] in self?.didEndSubscription(id, of: owner) }
      } else {
        StoreSubscription(id, in: self)
      }
    let delivery = StoreCore.Delivery(makeDelivery(lifetime))
    core.access {
      $0.subscriptions.append(delivery, id: id)
      $0.hasSteps = true
    }
    return lifetime
  }

  /// Releases the closure of a subscription, also while a reducer runs: it touches the lists alone.
  ///
  /// The entry stays until the store is idle, so that no index changes during a pass.
  ///
  /// - Complexity: O(log *n*) in the number of entries, amortized.
  @usableFromInline
  func didEndSubscription(_ id: UInt64, of owner: ObjectIdentifier?) {
    whileBusy {
      let (ended, others) = core.access { core in
        let others = owner.map { core.forgetEnded(of: $0) } ?? []
        let ended = core.subscriptions.end(id)
        if core.subscriptions.isMostlyEnded { core.hasLeftovers = true }
        return (ended, others)
      }
      // The closure may own what uses the store: it is released after the access to the list.
      withExtendedLifetime(ended) {}
      others.forEach { $0.cancel() }
    }
  }

  @usableFromInline
  func removeEndedSubscriptions() {
    core.access {
      $0.subscriptions.removeEnded()
      $0.noteSteps()
    }
  }

  /// How many subscriptions have not ended.
  package var subscriptionCount: Int { core.access { $0.subscriptions.count } }
}
