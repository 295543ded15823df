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
    guard unsafe core.pointee.phase == .idle else { return dispatchLater(action) }
    handle(action)
    if unsafe core.pointee.hasLeftovers { handleLeftovers() }
    unsafe core.pointee.phase = .idle
  }

  /// Handles one action completely; the phase is `delivering` afterwards.
  @inlinable
  func handle(_ action: Action) {
    unsafe core.pointee.number.rawValue &+= 1
    if unsafe core.pointee.hasSteps { return handleInSteps(action) }
    reduce(action)
  }

  @inlinable
  func reduce(_ action: Action) {
    unsafe core.pointee.phase = .reducing
    unsafe reducer.body(&place.pointee, action, core.pointee.number)
    unsafe core.pointee.phase = .delivering
  }

  /// Handles an action that passes more than the reducer.
  @inlinable
  func handleInSteps(_ action: Action) {
    if unsafe !core.pointee.preparations.isEmpty { prepare(for: action) }
    reduce(action)
    if let logger = unsafe core.pointee.logger {
      unsafe logger(
        LoggedAction(number: core.pointee.number, action: action, state: place.pointee))
    }
    // A subscription that is made from here on receives the new state when it is made.
    let count = unsafe core.pointee.subscriptions.count
    if unsafe count > 0 || !core.pointee.middlewares.isEmpty {
      unsafe deliver(place.pointee, after: action, toFirst: count)
    }
  }

  /// Runs the middlewares and notifies the first subscriptions.
  ///
  /// The state is a parameter so that it is borrowed once for all of them.
  @inlinable @inline(never)
  func deliver(_ state: borrowing State, after action: Action, toFirst count: Int) {
    let middlewares = unsafe core.pointee.middlewares
    for index in middlewares.indices { middlewares[index].run(state, action) }
    var index = 0
    while index < count {
      if let deliver = unsafe core.pointee.subscriptions[index].deliver {
        if !deliver(state, action) { endSubscription(at: index) }
      } else {
        unsafe core.pointee.hasLeftovers = true
      }
      index += 1
    }
  }

  /// Shows the state before an action to the middlewares that compare it with the one after.
  @usableFromInline
  func prepare(for action: Action) {
    unsafe core.pointee.phase = .delivering
    for prepare in unsafe core.pointee.preparations { unsafe prepare(place.pointee, action) }
  }

  @usableFromInline
  func dispatchLater(_ action: Action) {
    requireReadable()
    unsafe core.pointee.queue.append(action)
    unsafe core.pointee.hasLeftovers = true
    #if DEBUG
      unsafe core.pointee.causes.willQueue(action)
    #endif
  }

  /// Handles the queued actions and removes the ended subscriptions.
  @inlinable
  func handleLeftovers() {
    while unsafe core.pointee.hasLeftovers {
      unsafe core.pointee.hasLeftovers = false
      handleQueue()
      removeEndedSubscriptions()
    }
  }

  /// Handles the queued actions, and those that are queued meanwhile, in order.
  @inlinable
  func handleQueue() {
    var batch: [Action] = []
    while unsafe !core.pointee.queue.isEmpty {
      unsafe swap(&batch, &core.pointee.queue)
      #if DEBUG
        unsafe core.pointee.causes.beginBatch()
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
      unsafe core.pointee.causes.endBatches()
    #endif
  }

  /// Runs a body in which dispatches wait, and handles them afterwards.
  @inlinable
  func whileBusy(_ body: () -> Void) {
    guard unsafe core.pointee.phase == .idle else { return body() }
    unsafe core.pointee.phase = .delivering
    body()
    if unsafe core.pointee.hasLeftovers { handleLeftovers() }
    unsafe core.pointee.phase = .idle
  }
}
