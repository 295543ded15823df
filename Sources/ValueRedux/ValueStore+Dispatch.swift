extension ValueStore {
  /// Handles an action: runs the reducer, the middlewares, the subscribers, and queued actions.
  ///
  /// Called while the store is busy, that is from a middleware or a subscriber, it appends the
  /// action to a queue and returns; the outermost call handles it. From other isolation domains,
  /// call it with `await`, or call ``enqueue(_:)``.
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

  /// Handles one action completely; the phase is `delivering` afterwards.
  @inlinable
  func handle(_ action: Action) {
    core.pointee.number.rawValue &+= 1
    if !core.pointee.preparations.isEmpty { prepare(for: action) }
    core.pointee.phase = .reducing
    let number = core.pointee.number
    reducer.body(&place.pointee, action, number)
    core.pointee.phase = .delivering
    if let logger = core.pointee.logger {
      logger(LoggedAction(number: number, action: action, state: place.pointee))
    }
    // A subscription that is made from here on receives the new state when it is made.
    let count = core.pointee.subscriptions.count
    if count > 0 || !core.pointee.middlewares.isEmpty {
      deliver(place.pointee, after: action, toFirst: count)
    }
  }

  /// Runs the middlewares and notifies the first subscriptions.
  ///
  /// The state is a parameter so that it is borrowed once for all of them.
  @inlinable @inline(never)
  func deliver(_ state: borrowing State, after action: Action, toFirst count: Int) {
    let middlewares = core.pointee.middlewares
    for index in middlewares.indices { middlewares[index].run(state, action) }
    var index = 0
    while index < count {
      if let deliver = core.pointee.subscriptions[index].deliver {
        if !deliver(state, action) { endSubscription(at: index) }
      } else {
        core.pointee.hasLeftovers = true
      }
      index += 1
    }
  }

  /// Shows the state before an action to the middlewares that compare it with the one after.
  @usableFromInline
  func prepare(for action: Action) {
    core.pointee.phase = .delivering
    for prepare in core.pointee.preparations { prepare(place.pointee, action) }
  }

  @usableFromInline
  func dispatchLater(_ action: Action) {
    requireReadable()
    core.pointee.queue.append(action)
    core.pointee.hasLeftovers = true
    #if DEBUG
      core.pointee.causes.willQueue(action)
    #endif
  }

  /// Handles the queued actions and removes the ended subscriptions.
  @inlinable
  func handleLeftovers() {
    while core.pointee.hasLeftovers {
      core.pointee.hasLeftovers = false
      handleQueue()
      removeEndedSubscriptions()
    }
  }

  /// Handles the queued actions, and those that are queued meanwhile, in order.
  @inlinable
  func handleQueue() {
    var batch: [Action] = []
    while !core.pointee.queue.isEmpty {
      swap(&batch, &core.pointee.queue)
      #if DEBUG
        core.pointee.causes.beginBatch()
      #endif
      var index = 0
      while index < batch.count {
        #if DEBUG
          reportCycle(endingAt: index)
        #endif
        handle(batch[index])
        index += 1
      }
      // An action may own what dispatches when it is released: the batch is not the queue. An
      // endless chain of actions reuses the storage of both.
      batch.removeAll(keepingCapacity: batch.capacity <= 64)
    }
    #if DEBUG
      core.pointee.causes.endBatches()
    #endif
  }

  /// Runs a body in which dispatches wait, and handles them afterwards.
  @inlinable
  func whileBusy(_ body: () -> Void) {
    guard core.pointee.phase == .idle else { return body() }
    core.pointee.phase = .delivering
    body()
    if core.pointee.hasLeftovers { handleLeftovers() }
    core.pointee.phase = .idle
  }
}
