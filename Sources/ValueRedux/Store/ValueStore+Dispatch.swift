extension ValueStore {
  /// Handles an action: reducer, middlewares, subscribers, and then all that they dispatched.
  ///
  /// Called while the store is busy, that is from a middleware or a subscriber, it puts the action
  /// at the end of the queue and returns; the outermost call handles it. From other isolation
  /// domains call it with `await`, or use ``enqueue(_:)``.
  ///
  /// - Parameter action: The action.
  /// - Precondition: Not called inside a reducer: a fatal error.
  /// - Complexity: What the reducer and the middlewares take, plus O(*n*) in the number of
  ///   subscriptions, each of which selects and compares once.
  @inlinable
  public func dispatch(_ action: Action) {
    guard core.pointee.phase == .idle else { return dispatchLater(action) }
    handle(action)
    if core.pointee.hasLeftovers { handleLeftovers() }
    core.pointee.phase = .idle
  }

  /// Handles one action, whole; the phase is `telling` afterwards.
  @inlinable
  func handle(_ action: Action) {
    core.pointee.phase = .reducing
    core.pointee.number.rawValue &+= 1
    let number = core.pointee.number
    reducer.body(&place.pointee, action, number)
    core.pointee.phase = .telling
    if let logger = core.pointee.logger {
      logger(LoggedAction(number: number, action: action, state: place.pointee))
    }
    // Whoever subscribes from here on is given the new state at once.
    let audience = core.pointee.subscriptions.count
    if audience > 0 || !middlewares.isEmpty {
      tell(place.pointee, of: action, audience: audience)
    }
  }

  /// Tells the middlewares and the first subscriptions.
  ///
  /// The state is a parameter so that it is borrowed once for all of them.
  @inlinable @inline(never)
  func tell(_ state: borrowing State, of action: Action, audience: Int) {
    for middleware in middlewares {
      middleware.body(state, action, context)
    }
    var index = 0
    while index < audience {
      if let offer = core.pointee.subscriptions[index].offer, !offer(state) {
        endSubscription(at: index)
      }
      index += 1
    }
  }

  @usableFromInline
  func dispatchLater(_ action: Action) {
    requireReadable()
    core.pointee.queue.append(action)
    core.pointee.hasLeftovers = true
  }

  /// Empties the queue and sweeps out the entries of ended subscriptions.
  @inlinable
  func handleLeftovers() {
    while core.pointee.hasLeftovers {
      core.pointee.hasLeftovers = false
      while let action = core.pointee.nextQueuedAction() {
        handle(action)
      }
      sweep()
    }
  }
}
