internal import Dispatch

extension ReferenceStore {
  /// Returns a deep copy of the state, with everything reduced that this caller dispatched before.
  ///
  /// The copy is a distinct object each time, never torn by an action, and belongs to the caller:
  /// changing it never changes the store. It may be newer than the change that made the caller
  /// ask. Comes from `-currentState` of ReduxObjC.
  ///
  /// Waits for the backlog. On the main actor prefer `read(_:)`, `sharedSnapshot()` or
  /// `snapshot()`; a reduce block that waits for the main actor while the main actor waits here is
  /// a deadlock.
  ///
  /// - Returns: a copy that shares no object with the store.
  /// - Throws: what `GraphCopier.copy(_:)` throws, an `EncodingError` or `DecodingError` with the
  ///   path of what cannot be copied, or an error of the state's own coding. The store goes on.
  /// - Precondition: not called from a reduce block or from inside `read(_:)`. The process ends
  ///   with a message.
  /// - Complexity: O(*n*) in the number of encoded values reachable from the state.
  public func currentState() throws -> sending State {
    nonisolated(unsafe) let copy = try occupying(.copying, "currentState()") { try $0.copy() }
    return copy
  }

  /// Returns a deep copy of the state without blocking the calling thread.
  ///
  /// The asynchronous form of `currentState()`, with the same guarantees. It has a name of its
  /// own, because in asynchronous code it would make the other one impossible to call.
  ///
  /// - Returns: a copy that shares no object with the store.
  /// - Throws: what `currentState()` throws.
  /// - Complexity: O(*n*) in the number of encoded values reachable from the state.
  public func snapshot() async throws -> sending State {
    let outcome = await withCheckedContinuation { continuation in
      queue.async {
        let outcome = Result {
          Handover(try self.occupyingHere(.copying) { try $0.copy() })
        }
        continuation.resume(returning: outcome)
      }
    }
    return try outcome.get().take()
  }

  /// Lends the live state to `body`, without a copy, with everything reduced that this caller
  /// dispatched before.
  ///
  /// `body` runs on the calling thread, before `read` returns, while nothing is reduced. It is
  /// `@Sendable`, so that no captured variable can carry the live state out. It must not mutate
  /// the state (nobody would be told), and must not keep it.
  ///
  /// - Parameter body: computes a value from the state.
  /// - Returns: what `body` returns.
  /// - Throws: what `body` throws.
  /// - Precondition: not called from a reduce block or from inside `read(_:)`. The process ends
  ///   with a message.
  /// - Complexity: that of `body`; nothing proportional to the state is added.
  public func read<Value: Sendable>(
    _ body: @Sendable (State) throws -> Value
  ) rethrows -> Value {
    try occupying(.reading, "read(_:)") { try $0.read(body) }
  }

  /// Returns a copy of the state that all callers on the main actor share until the next change.
  ///
  /// *N* observers of one notification pay for one copy. While observers are told, each gets the
  /// same object, the one that the first of them asked for. Otherwise the copy is taken anew as
  /// soon as anything was dispatched, so that a caller sees its own writes. The store does not
  /// keep the copy beyond the notification: it lives as long as somebody uses it.
  ///
  /// **It must not be mutated**: others read it. The compiler keeps it on the main actor.
  ///
  /// - Returns: a copy that shares no object with the live state.
  /// - Throws: what `currentState()` throws.
  /// - Precondition: not called from inside `read(_:)`. The process ends with a message.
  /// - Complexity: O(1) if the copy can be shared, else that of `currentState()`.
  @MainActor
  public func sharedSnapshot() throws -> State {
    try shared.value(accepted: mailbox.accepted) {
      nonisolated(unsafe) let copied = try occupying(.copying, "sharedSnapshot()") { live in
        (try live.copy(), progress.withLock { $0.errandsDone })
      }
      return copied
    }
  }
}
