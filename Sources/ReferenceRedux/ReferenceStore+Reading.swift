internal import Dispatch

// Reading the state, and waiting for what was dispatched.
extension ReferenceStore {
  /// Returns a deep copy of the state, after all actions that this caller dispatched are reduced.
  ///
  /// Each call returns another object. The store reduces no action while it makes the copy. The copy belongs
  /// to the caller: a change to the copy never changes the store. If an observer makes the call, the copy may
  /// be newer than the change that the store announces. The method comes from `-currentState` of ReduxObjC.
  ///
  /// The call blocks its thread until the pending actions are reduced. On the main actor, prefer
  /// `read(_:)`, which makes no copy, `sharedSnapshot()`, which shares a copy, or `snapshot()`, which
  /// blocks no thread. If the main actor waits in this method, in `read(_:)` or in `sharedSnapshot()`
  /// while a reduce block waits for the main actor, the two wait for each other forever.
  ///
  /// - Returns: A copy that shares no object with the store.
  /// - Throws: The errors of `Graph.copy(_:userInfo:)`: an `EncodingError` or `DecodingError` with the path of the
  ///   value that cannot be copied, or an error of the state's own coding. The store goes on after an error.
  /// - Precondition: The caller is neither a reduce block nor the closure of `read(_:)`; otherwise
  ///   the process ends with a message.
  /// - Complexity: O(*n*) in the number of encoded values reachable from the state.
  public func currentState() throws -> sending State {
    try withExclusiveAccess(.copying, "currentState()") { SendableBox(try $0.copy()) }
      .take()
  }

  /// Returns a deep copy of the state without blocking the calling thread.
  ///
  /// This is the asynchronous form of `currentState()`, with the same guarantees. The method has
  /// its own name because an overload would hide the synchronous form in asynchronous code.
  ///
  /// - Returns: A copy that shares no object with the store.
  /// - Throws: The errors of `currentState()`.
  /// - Complexity: O(*n*) in the number of encoded values reachable from the state.
  public func snapshot() async throws -> sending State {
    try await snapshot(on: queue)
  }

  /// Returns a deep copy of the state, ahead of all pending actions but the one that is being reduced.
  func snapshotBetweenActions() async throws -> sending State {
    try await snapshot(on: .global(qos: .utility))
  }

  /// Returns a deep copy that a job of `queue` makes.
  ///
  /// It goes through a lock, not through the continuation, for the reason that
  /// `acquireWhatWasReduced()` gives.
  private func snapshot(on queue: DispatchQueue) async throws -> sending State {
    let result = Locked<Result<SendableBox<State>, any Error>?>(nil)
    await withCheckedContinuation { waiter in
      queue.async {
        let copy = Result {
          try self.withExclusiveAccessBetweenActions(.copying, "snapshot()") {
            SendableBox(try $0.copy())
          }
        }
        result.withLock { $0 = copy }
        waiter.resume()
      }
    }
    // Taken, since the thread that made it must not release what the caller owns.
    return try result.withLock { $0.take() }!.get().take()
  }

  /// Lends the live state to `body` without a copy, after all actions that this caller dispatched are reduced.
  ///
  /// `body` runs on the calling thread before `read(_:)` returns, and the store reduces no action meanwhile.
  /// `body` is `@Sendable`, so that it cannot keep the live state in a captured variable. `body` must not keep
  /// the state by other means, and must not mutate the state, since the store would not notify its observers.
  ///
  /// - Precondition: The caller is neither a reduce block nor the closure of `read(_:)`; otherwise
  ///   the process ends with a message.
  public func read<Value: Sendable>(
    _ body: @Sendable (State) throws -> Value
  ) rethrows -> Value {
    try withExclusiveAccess(.reading, "read(_:)") { try $0.read(body) }
  }

  /// Lends the live state to `body` without a copy, as soon as the action that is being reduced is
  /// reduced: without waiting for the backlog.
  ///
  /// `body` sees the state between two actions, never within one. **It may not see what this caller
  /// dispatched before**: use `read(_:)` where it must. Under a writer that dispatches without a pause,
  /// `read(_:)` waits for everything that is pending, this method for the action in progress, the
  /// reads that already wait, and at most one more action, from the moment at which it is registered.
  /// That is not a bound in actions: a thread that loses its processor before it is registered, as it may
  /// on a saturated machine, lets further ones begin. While the store is idle it waits for nothing.
  ///
  /// Each read that waits suspends the executor for two changes of threads. A reader that polls without
  /// a pause therefore throttles the store, to about one action per read.
  package func readBetweenActions<Value: Sendable>(
    _ body: @Sendable (State) throws -> Value
  ) rethrows -> Value {
    try withExclusiveAccessBetweenActions(.reading, "readBetweenActions(_:)") {
      try $0.read(body)
    }
  }

  /// Returns a copy of the state that all callers on the main actor share until the next change.
  ///
  /// All observers of one notification share one copy. While the store notifies observers, all
  /// calls return the same object, which the first call makes. At other times, the first call after
  /// a dispatch makes a new copy, so a caller always sees the results of its own actions. The store
  /// does not keep the copy after the notification: the callers keep the copy alive.
  ///
  /// **Do not mutate the copy**: other callers read it. The compiler does not let the copy leave the main actor.
  ///
  /// - Returns: A copy that shares no object with the live state.
  /// - Throws: The errors of `currentState()`.
  /// - Precondition: The caller is not the closure of `read(_:)`; otherwise the process ends with a message.
  /// - Complexity: O(1) if a copy can be shared, else that of `currentState()`.
  @MainActor
  public func sharedSnapshot() throws -> State {
    try shared.value(accepted: mailbox.accepted) {
      try withExclusiveAccess(.copying, "sharedSnapshot()") { live in
        SendableBox((try live.copy(), progress.withLock { $0.itemsDone }))
      }.take()
    }
  }

  /// Waits until all actions that this caller dispatched are reduced.
  ///
  /// The call may return before the observers are notified, since the store notifies the observers
  /// in a turn of the main actor. `settle()` also waits for this turn.
  ///
  /// - Precondition: The caller is neither a reduce block nor the closure of `read(_:)`; otherwise
  ///   the process ends with a message.
  public func flush() {
    refuseReentry("flush()")
    onQueue("flush()") {}
  }

  /// Waits until all actions that this caller dispatched are reduced and the observers are notified.
  public func settle() async {
    await reduced()
    await withCheckedContinuation { waiter in
      if !progress.withLock({ $0.notifications.wait(waiter) }) { waiter.resume() }
    }
    acquireWhatWasReduced()
  }

  /// Waits, without blocking a thread, until everything that this caller dispatched is reduced.
  func reduced() async {
    await withCheckedContinuation { waiter in
      queue.async { waiter.resume() }
    }
    acquireWhatWasReduced()
  }

  /// Makes what the reduce blocks wrote visible to a task that waited for them.
  ///
  /// A continuation does that, too. But the thread sanitizer does not see it where the continuation
  /// is resumed before its task is suspended. The executor holds this lock after each action.
  func acquireWhatWasReduced() {
    progress.withLock { _ in }
  }
}

/// Carries a copy of the state from the executor to its reader.
///
/// `DispatchQueue.sync` cannot return a `sending` value.
///
/// `@unchecked Sendable` because:
/// 1. `value` came in as `sending`: no other reference into it exists.
/// 2. It leaves through `take()`, once: each box is made for one call and consumed after it.
private struct SendableBox<Value>: @unchecked Sendable {
  private let value: Value

  init(_ value: sending Value) {
    self.value = value
  }

  consuming func take() -> sending Value {
    nonisolated(unsafe) let value = value
    return unsafe value
  }
}
