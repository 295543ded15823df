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
    core.pointee.phase = .reducing
    core.pointee.number.rawValue &+= 1
    let number = core.pointee.number
    reducer.body(&place.pointee, action, number)
    core.pointee.phase = .delivering
    if let logger = core.pointee.logger {
      logger(LoggedAction(number: number, action: action, state: place.pointee))
    }
    // A subscription that is made from here on receives the new state when it is made.
    let count = core.pointee.subscriptions.count
    if count > 0 || !middlewares.isEmpty {
      deliver(place.pointee, after: action, toFirst: count)
    }
  }

  /// Runs the middlewares and notifies the first subscriptions.
  ///
  /// The state is a parameter so that it is borrowed once for all of them.
  @inlinable @inline(never)
  func deliver(_ state: borrowing State, after action: Action, toFirst count: Int) {
    for middleware in middlewares {
      middleware.body(state, action, context)
    }
    var index = 0
    while index < count {
      if let deliver = core.pointee.subscriptions[index].deliver, !deliver(state) {
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

  /// Handles the queued actions and removes the ended subscriptions.
  @inlinable
  func handleLeftovers() {
    while core.pointee.hasLeftovers {
      core.pointee.hasLeftovers = false
      while let action = core.pointee.nextQueuedAction() {
        handle(action)
      }
      removeEndedSubscriptions()
    }
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

  /// Dispatches an action from any thread, without waiting.
  ///
  /// The store handles the actions of one thread in their order; those of several threads
  /// interleave. It handles them in a later turn of the main actor, a burst of them in one turn,
  /// and lives until then.
  ///
  /// On the main actor, use ``dispatch(_:)``, which overtakes what was enqueued before.
  ///
  /// - Parameter action: The action.
  public nonisolated func enqueue(_ action: Action) {
    guard mailbox.put(action) else { return }
    Task { @MainActor in
      while case let actions = mailbox.take(), !actions.isEmpty {
        for action in actions { dispatch(action) }
      }
      context.work.resumeWaiters()
    }
  }
}

/// Actions on their way from any thread to the main actor.
final class Mailbox<Action: Sendable>: Sendable {
  private let contents = Locked((actions: [Action](), isCollecting: false))

  /// Appends an action, and returns whether the caller must start a collection.
  func put(_ action: Action) -> Bool {
    contents.withLock { contents in
      contents.actions.append(action)
      defer { contents.isCollecting = true }
      return !contents.isCollecting
    }
  }

  /// Removes all actions; an empty result ends the collection.
  func take() -> [Action] {
    contents.withLock { contents in
      defer { contents.actions = [] }
      contents.isCollecting = !contents.actions.isEmpty
      return contents.actions
    }
  }

  /// Whether it holds actions, or a collection runs.
  var isBusy: Bool { contents.withLock { $0.isCollecting } }
}
