extension ValueStore {
  /// Dispatches an action from any thread, without waiting.
  ///
  /// The store handles the actions of one thread in their order; those of several threads
  /// interleave. It handles them in later turns of the main actor, and lives until then. One turn
  /// handles at most 64 of them, so that other work of the main actor has its turns in between.
  ///
  /// There is no back-pressure: a producer that stays faster than the store ends the process at
  /// ``pendingLimit``. Such a producer awaits ``enqueueAndWait(_:)`` instead.
  ///
  /// On the main actor, use ``dispatch(_:)``, which overtakes what was enqueued before.
  ///
  /// - Parameter action: The action.
  /// - Precondition: Fewer than ``pendingLimit`` actions wait: a fatal error.
  @inlinable
  public nonisolated func enqueue(_ action: Action) {
    enqueue(Mailbox.Item(action: action, handled: nil))
  }

  /// Dispatches an action from any thread, after those that the caller enqueued before, and waits
  /// until the store has handled it.
  ///
  /// A caller that awaits each action has at most one of them waiting, so it cannot be faster than
  /// the store. The cancellation of the caller's task has no effect: the action is handled.
  ///
  /// - Parameter action: The action.
  /// - Precondition: Fewer than ``pendingLimit`` actions wait: a fatal error.
  @inlinable
  public nonisolated func enqueueAndWait(_ action: Action) async {
    await withCheckedContinuation { continuation in
      enqueue(Mailbox.Item(action: action, handled: continuation))
    }
    mailbox.synchronize()
  }

  /// The largest number of enqueued actions that may wait for the main actor.
  ///
  /// ``enqueue(_:)`` never waits and never drops an action, so a producer that stays faster than
  /// the store would use up the memory. Beyond this limit the process ends with a message that
  /// names the limit and the remedy. It is ten million, some hundred megabytes of small actions,
  /// unless set; `Int.max` removes it.
  public nonisolated var pendingLimit: Int {
    get { mailbox.limit }
    set { mailbox.limit = newValue }
  }

  @inlinable
  nonisolated func enqueue(_ item: Mailbox<Action>.Item) {
    guard mailbox.put(item) else { return }
    Task { @MainActor in await collect() }
  }

  @inlinable
  func collect() async {
    let perTurn = 64
    var handled = 0
    while case let items = mailbox.take(), !items.isEmpty {
      for item in items {
        if handled == perTurn {
          mailbox.didHandle(handled)
          handled = 0
          await Task.yield()
        }
        dispatch(item.action)
        if let waiter = item.handled {
          mailbox.synchronize()
          waiter.resume()
        }
        handled += 1
      }
    }
    mailbox.didHandle(handled)
    work.resumeWaiters()
  }
}

/// Actions on their way from any thread to the main actor.
@usableFromInline
final class Mailbox<Action: Sendable>: Sendable {
  @frozen @usableFromInline
  struct Item: Sendable {
    @usableFromInline let action: Action
    /// Resumed when the action is handled.
    @usableFromInline let handled: CheckedContinuation<Void, Never>?

    @inlinable
    init(action: Action, handled: CheckedContinuation<Void, Never>?) {
      self.action = action
      self.handled = handled
    }
  }

  @usableFromInline
  struct Contents: Sendable {
    @usableFromInline var items: [Item] = []
    /// How many actions were put in and are not reported as handled.
    @usableFromInline var waiting = 0
    @usableFromInline var limit = 10_000_000
    @usableFromInline var isCollecting = false

    @usableFromInline init() {}
  }

  @usableFromInline let contents: Locked<Contents>

  @usableFromInline init() { contents = Locked(Contents()) }

  var limit: Int {
    get { contents.withLock { $0.limit } }
    set { contents.withLock { $0.limit = newValue } }
  }

  /// Appends an action, and returns whether the caller must start a collection.
  @inlinable
  func put(_ item: Item) -> Bool {
    let mustCollect = contents.withLock { contents -> Bool? in
      if contents.waiting >= contents.limit { return nil }
      contents.waiting += 1
      contents.items.append(item)
      defer { contents.isCollecting = true }
      return !contents.isCollecting
    }
    guard let mustCollect else { refuse() }
    return mustCollect
  }

  /// Removes all actions; an empty result ends the collection.
  @inlinable
  func take() -> [Item] {
    contents.withLock { contents in
      defer { contents.items = [] }
      contents.isCollecting = !contents.items.isEmpty
      return contents.items
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
      \(limit) enqueued actions wait for the main actor, which is the store's pendingLimit. The \
      producers are faster than the store: await enqueueAndWait(_:), which has at most one action \
      waiting per caller, or raise ValueStore.pendingLimit.
      """)
  }
}
