internal import Dispatch

// Reading the state, and waiting for what was dispatched.
extension ReferenceStore {
  /// Returns a deep copy of the state, after all actions that this caller dispatched are reduced.
  ///
  /// Each call returns a new object. The store reduces no action while it makes the copy. The copy belongs to the
  /// caller: a change to the copy never changes the store. If an observer calls this method, the copy can be newer than
  /// the change that the store announces. The method comes from `-currentState` of ReduxObjC.
  ///
  /// The call blocks its thread until the store has reduced all actions that are pending at the time of the call. On
  /// the main actor, prefer `read(_:)`, which makes no copy, `sharedSnapshot()`, which shares a copy, or `snapshot()`,
  /// which blocks no thread. Code on the main actor must not call this method, `read(_:)`, `sharedSnapshot()` or
  /// `flush()` while a reduce block waits for the main actor: the call and the block would wait forever.
  ///
  /// - Returns: A copy that shares no object with the store.
  /// - Throws: An `EncodingError` or `DecodingError` with the path of the value that cannot be copied, or an error of
  ///   the state's own coding. After an error, the store continues to work.
  /// - Precondition: The call is not inside a reduce block or a `read(_:)` of this store; otherwise the process ends
  ///   with a message.
  /// - Complexity: O(*n*) in the number of encoded values reachable from the state.
  public func currentState() throws -> sending State {
    try withExclusiveAccess(.copying, "currentState()") { SendableBox(try $0.copy()) }
      .take()
  }

  /// Returns a deep copy of the state without blocking the calling thread.
  ///
  /// This method is the asynchronous form of `currentState()`: the copy belongs to the caller, and contains the results
  /// of the caller's actions. The method has its own name because an overload would hide the synchronous form in
  /// asynchronous code.
  ///
  /// - Returns: A copy that shares no object with the store.
  /// - Throws: The errors of `currentState()`.
  /// - Complexity: O(*n*) in the number of encoded values reachable from the state.
  public func snapshot() async throws -> sending State {
    try await snapshot(on: queue)
  }

  /// Returns a deep copy of the state after the current action, without waiting for the other pending actions.
  func snapshotBetweenActions() async throws -> sending State {
    try await snapshot(on: .global(qos: .utility))
  }

  /// Returns a deep copy that a job of `queue` makes.
  ///
  /// The copy passes through a lock, not through the continuation, for the reason that `acquireWhatWasReduced()` gives.
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
  /// `body` runs on the calling thread before `read(_:)` returns. The store reduces no action while `body` runs. `body`
  /// is `@Sendable`, so that it cannot keep the live state in a captured variable. `body` must not keep the state
  /// elsewhere, such as in a global object, and must not mutate the state: the store would not notify its observers.
  ///
  /// - Precondition: The call is not inside a reduce block or a `read(_:)` of this store; otherwise the process ends
  ///   with a message.
  public func read<Value: Sendable>(
    _ body: @Sendable (State) throws -> Value
  ) rethrows -> Value {
    try withExclusiveAccess(.reading, "read(_:)") { try $0.read(body) }
  }

  /// Lends the live state to `body` without a copy, when the current action is reduced, without waiting for the pending
  /// actions.
  ///
  /// `body` sees the state between two actions. **`body` may miss the results of actions that the caller dispatched**;
  /// `read(_:)` includes these results. If another thread dispatches without a pause, `read(_:)` waits for all pending
  /// actions. `readBetweenActions(_:)` waits only for the action in progress, the reads that already wait, and at most
  /// one more action after the read is registered. A thread that loses its processor before the registration, as on a
  /// busy machine, can wait for further actions. If the store is idle, the call does not wait.
  ///
  /// Each waiting read suspends the executor for two changes of threads. A reader that polls without a pause therefore
  /// slows the store down to about one action per read.
  package func readBetweenActions<Value: Sendable>(
    _ body: @Sendable (State) throws -> Value
  ) rethrows -> Value {
    try withExclusiveAccessBetweenActions(.reading, "readBetweenActions(_:)") {
      try $0.read(body)
    }
  }

  /// Returns a shared copy of the state: until the next dispatch, all callers on the main actor get the same copy.
  ///
  /// While the store notifies observers, all calls return the same object, even after a dispatch, so the observers of
  /// one notification share one copy. At other times, the first call after a dispatch makes a new copy, so a caller
  /// always sees the results of its own actions. Only the callers keep this copy alive, not the store.
  ///
  /// **Do not mutate the copy**: other callers read it. The compiler does not let the copy leave the main actor.
  ///
  /// - Returns: A copy that shares no object with the live state.
  /// - Throws: The errors of `currentState()`.
  /// - Precondition: The call is not inside `read(_:)` of this store; otherwise the process ends with a message.
  /// - Complexity: O(1) if a copy can be shared, otherwise the complexity of `currentState()`.
  @MainActor
  public func sharedSnapshot() throws -> State {
    try shared.value(accepted: mailbox.accepted) {
      try withExclusiveAccess(.copying, "sharedSnapshot()") { live in
        SendableBox((try live.copy(), progress.withLock { $0.itemsDone }))
      }.take()
    }
  }

  /// Blocks the calling thread until all actions that this caller dispatched are reduced.
  ///
  /// The call can return before the observers are notified, since the store notifies the observers in a later turn of
  /// the main actor. `settle()` also waits for this turn.
  ///
  /// - Precondition: The call is not inside a reduce block or a `read(_:)` of this store; otherwise the process ends
  ///   with a message.
  public func flush() {
    refuseReentry("flush()")
    onQueue("flush()") {}
  }

  /// Waits until all actions that this caller dispatched are reduced and the observers are notified of these actions.
  public func settle() async {
    await reduced()
    await withCheckedContinuation { waiter in
      if !progress.withLock({ $0.notifications.wait(waiter) }) { waiter.resume() }
    }
    acquireWhatWasReduced()
  }

  /// Waits, without blocking a thread, until all actions that this caller dispatched are reduced.
  func reduced() async {
    await withCheckedContinuation { waiter in
      queue.async { waiter.resume() }
    }
    acquireWhatWasReduced()
  }

  /// Makes the writes of the reduce blocks visible to a task that waited for these writes.
  ///
  /// A continuation makes them visible, too, but the thread sanitizer does not see this if the continuation is resumed
  /// before its task is suspended. The executor holds this lock after each action.
  func acquireWhatWasReduced() {
    progress.withLock { _ in }
  }
}

/// Carries a copy of the state from the executor to its reader.
///
/// `DispatchQueue.sync` cannot return a `sending` value.
///
/// `@unchecked Sendable` because:
/// 1. `value` came in as `sending`: no other reference to the value exists.
/// 2. `take()` returns the value once: each box is made for one call and consumed after the call.
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
