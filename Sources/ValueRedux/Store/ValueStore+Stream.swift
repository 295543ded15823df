extension ValueStore {
  /// The values of a selection as an asynchronous sequence: the present one, then each later one.
  ///
  /// Every value is put in when it arises, so a loop that is awaited later still sees 1, 2, 3 after
  /// three actions in a row, as far as the buffer reaches. The stream ends when the store is
  /// released. Ending the loop ends the subscription.
  ///
  /// - Parameters:
  ///   - selection: The part of the state and the changes worth telling.
  ///   - policy: What becomes of values that nobody has fetched yet. Without a word the newest 64 are
  ///     kept, so a slow reader cannot make the history grow; `.unbounded` asks for just that.
  /// - Returns: The stream, for one reader.
  public func values<Value: Sendable>(
    of selection: Selection<State, Value>,
    bufferingPolicy policy: AsyncStream<Value>.Continuation.BufferingPolicy = .bufferingNewest(64)
  ) -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: policy)
    let outlet = StreamOutlet(continuation)
    let token = subscribe(to: selection) { outlet.yield($0) }
    continuation.onTermination = { _ in token.endFromAnywhere() }
    return stream
  }

  /// The values of a part of the state as an asynchronous sequence, without repeats.
  ///
  /// - Parameters:
  ///   - select: Reads the part. A key path literal will do.
  ///   - policy: As in the form that takes a selection.
  /// - Returns: The stream, for one reader.
  public func values<Value: Sendable & Equatable>(
    _ select: @escaping @MainActor (State) -> Value,
    bufferingPolicy policy: AsyncStream<Value>.Continuation.BufferingPolicy = .bufferingNewest(64)
  ) -> AsyncStream<Value> {
    values(of: Selection(select), bufferingPolicy: policy)
  }
}

/// Ends its stream when the subscription that feeds it is released, with the store or before.
private final class StreamOutlet<Value: Sendable>: Sendable {
  private let continuation: AsyncStream<Value>.Continuation

  init(_ continuation: AsyncStream<Value>.Continuation) {
    self.continuation = continuation
  }

  deinit {
    continuation.finish()
  }

  func yield(_ value: Value) {
    continuation.yield(value)
  }
}
