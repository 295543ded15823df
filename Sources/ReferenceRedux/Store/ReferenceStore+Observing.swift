extension ReferenceStore {
  /// Calls `body` on the main actor after each change, until the token goes.
  ///
  /// It is called in the same turn of the main actor as the notification and after it, coalesced
  /// alike; observers are told in the order in which they came. Nothing is told of the past: an
  /// observer added after an action was reduced, but before the main actor's turn, is told. It may
  /// dispatch, observe and cancel. Works where notifications are switched off.
  ///
  /// The store keeps `body` until the token goes, the token does not keep the store.
  ///
  /// - Parameter body: called with how far the store had come.
  /// - Returns: the token that must be kept for as long as `body` is to be called.
  public func observe(_ body: @escaping @MainActor (StoreChange) -> Void) -> ObservationToken {
    let id = progress.withLock { $0.audience.add(body) }
    return ObservationToken { [weak progress] in
      // Released outside of the lock: what the closure holds may hold tokens of this store.
      let observer = progress?.withLock { $0.audience.remove(id) }
      withExtendedLifetime(observer) {}
    }
  }

  /// The changes from here on, as a stream that keeps the latest change only.
  ///
  /// A consumer that is slower than the store misses changes in between, never the last one. Each
  /// access makes a stream of its own, for one consumer. It does not keep the store, and ends when
  /// the store goes.
  public var changes: AsyncStream<StoreChange> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: StoreChange.self, bufferingPolicy: .bufferingNewest(1))
    let feed = ChangeFeed(continuation)
    let token = observe { feed.tell($0) }
    continuation.onTermination = { _ in token.cancel() }
    return stream
  }
}
