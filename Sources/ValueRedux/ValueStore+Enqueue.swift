extension ValueStore {
  /// Dispatches an action from any thread, without waiting.
  ///
  /// The store handles the actions of one thread in the order of the calls; the actions of several threads interleave.
  /// The store handles enqueued actions later, on the main actor, in turns, and stays alive until they are handled. A
  /// turn ends when no action waits, or when a millisecond has passed and at least 64 actions are handled. Other work
  /// of the main actor can run between two turns.
  ///
  /// The call never waits, so a caller that is always faster than the store fills the queue: when ten million actions
  /// wait, the next call ends the process. Let such a caller await ``enqueueAndWait(_:)`` instead.
  ///
  /// On the main actor, call ``dispatch(_:)`` instead: the store handles a dispatched action before the enqueued
  /// actions.
  ///
  /// - Parameter action: The action.
  /// - Precondition: Fewer than ten million actions wait; otherwise the process ends with a fatal error.
  @inlinable
  public nonisolated func enqueue(_ action: Action) {
    guard enqueued.put(action) else { return }
    Task { @MainActor in await collect() }
  }

  /// Dispatches an action from any thread, after the actions that the caller enqueued before, and waits
  /// until the store has handled the action.
  ///
  /// If a middleware or a subscriber runs a nested run loop, the store first completes the action that it is handling,
  /// and then handles `action`.
  ///
  /// A caller that awaits each call has at most one action waiting, so the caller cannot be faster
  /// than the store. The store handles the action even if the caller's task is canceled.
  ///
  /// - Parameter action: The action.
  /// - Precondition: Fewer than ten million actions wait; otherwise the process ends with a fatal error.
  @inlinable
  public nonisolated func enqueueAndWait(_ action: Action) async {
    await withCheckedContinuation { continuation in
      guard enqueued.put(action, resumingWhenHandled: continuation) else { return }
      Task { @MainActor in await collect() }
    }
    enqueued.synchronize()
  }

  @inlinable
  func collect() async {
    let clock = ContinuousClock()
    var endOfTurn = clock.now + .milliseconds(1)
    var handled = 0
    var taken = EnqueuedActions<Action>.Pending()
    while enqueued.take(into: &taken) {
      var waiters = taken.waiters[...]
      for index in taken.actions.indices {
        if handled == 64 {
          enqueued.didHandle(handled)
          handled = 0
          if clock.now >= endOfTurn {
            await Task.yield()
            endOfTurn = clock.now + .milliseconds(1)
          }
        }
        // In a nested run loop, an action is in hand, and this one would only be queued.
        while isBusy { await waitForProgress() }
        dispatch(taken.actions[index])
        handled += 1
        guard let waiter = waiters.first, waiter.index == index else { continue }
        waiters.removeFirst()
        enqueued.synchronize()
        waiter.continuation.resume()
      }
    }
    enqueued.didHandle(handled)
    work.resumeWaiters()
  }
}

/// Actions on their way from any thread to the main actor.
@frozen @usableFromInline
struct EnqueuedActions<Action: Sendable>: Sendable {
  /// Actions in their order, and who waits until which of them is handled.
  @frozen @usableFromInline
  struct Pending: Sendable {
    @usableFromInline var actions: [Action] = []
    /// Ascending, and apart from the actions: few callers wait, and an action without a waiter beside it
    /// is enqueued in half the time.
    @usableFromInline var waiters: [(index: Int, continuation: CheckedContinuation<Void, Never>)] =
      []

    @inlinable init() {}
  }

  @frozen @usableFromInline
  struct Contents: Sendable {
    @usableFromInline var pending = Pending()
    /// How many actions were put in and are not reported as handled.
    @usableFromInline var waiting = 0
    /// Some hundred megabytes of small actions.
    @usableFromInline var limit = 10_000_000
    @usableFromInline var isCollecting = false

    @inlinable init() {}
  }

  @usableFromInline let contents: LockedValue<Contents>

  @inlinable init() { contents = LockedValue(Contents()) }

  /// Appends an action, and returns whether the caller must start a collection.
  @inlinable
  func put(
    _ action: Action, resumingWhenHandled waiter: CheckedContinuation<Void, Never>? = nil
  ) -> Bool {
    let mustCollect = contents.withLock { contents -> Bool? in
      if contents.waiting >= contents.limit { return nil }
      contents.waiting += 1
      if let waiter { contents.pending.waiters.append((contents.pending.actions.count, waiter)) }
      contents.pending.actions.append(action)
      return !exchange(&contents.isCollecting, with: true)
    }
    guard let mustCollect else { refuse() }
    return mustCollect
  }

  /// Moves all actions into `taken`, and returns false, which ends the collection, if there are none.
  @inlinable
  func take(into taken: inout Pending) -> Bool {
    // Released outside of the lock, since an action may own what enqueues. A long burst reuses the storage.
    taken.actions.removeAll(keepingCapacity: taken.actions.capacity <= 4096)
    taken.waiters = []
    return contents.withLock { contents in
      contents.isCollecting = !contents.pending.actions.isEmpty
      if contents.isCollecting { swap(&taken, &contents.pending) }
      return contents.isCollecting
    }
  }

  /// Makes room for as many actions as were handled.
  @inlinable
  func didHandle(_ count: Int) {
    contents.withLock { $0.waiting -= count }
  }

  /// Makes what happened before another thread's call visible after this one.
  ///
  /// Continuations do that, too. But the thread sanitizer does not see it where a continuation is
  /// resumed before its task is suspended, and would report a race to users of the store.
  @inlinable
  func synchronize() {
    contents.withLock { _ in }
  }

  /// Whether it holds actions, or a collection runs.
  var isBusy: Bool { contents.withLock { $0.isCollecting } }

  @usableFromInline
  func refuse() -> Never {
    fatalError(
      """
      \(contents.withLock { $0.limit }) enqueued actions wait for the main actor. The producers are faster than \
      the store: await enqueueAndWait(_:), which has at most one action waiting per caller.
      """)
  }
}
