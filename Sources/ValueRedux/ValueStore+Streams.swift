extension ValueStore {
  /// Returns the values of a selection as an asynchronous sequence: the present value and each later value.
  ///
  /// The stream buffers each new value. If three new values arrive before the reader of the stream reads again, the
  /// reader still receives all three, unless the buffer is full. The stream ends when the store is released.
  ///
  /// The subscription behind the stream ends when the task that reads the stream is canceled, or when the stream and
  /// its iterators are released. If a loop reads the result of `values(of:)` directly, the subscription thus ends with
  /// the loop. If a variable holds the stream, the subscription lasts until the variable is released.
  ///
  /// - Parameters:
  ///   - selection: The part of the state, and the condition under which the stream returns this part.
  ///   - policy: The limit on the number of unread values. By default, the stream keeps the newest 64 unread values;
  ///     `.unbounded` keeps all unread values.
  /// - Returns: The stream; only one task may read it.
  public func values<Value: Sendable>(
    of selection: Selection<State, Value>,
    bufferingPolicy policy: AsyncStream<Value>.Continuation.BufferingPolicy = .bufferingNewest(64)
  ) -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: policy)
    let outlet = StreamOutlet(continuation: continuation)
    let token = subscribe(to: selection) { outlet.continuation.yield($0) }
    continuation.onTermination = { _ in token.cancel() }
    return stream
  }
}

/// Finishes its stream when the subscription that feeds it is released.
private final class StreamOutlet<Value: Sendable>: Sendable {
  let continuation: AsyncStream<Value>.Continuation

  init(continuation: AsyncStream<Value>.Continuation) {
    self.continuation = continuation
  }

  deinit {
    continuation.finish()
  }
}

extension ValueStore {
  /// The number of running pieces of work, including canceled ones that have not returned.
  package var runningWork: Int { work.runningCount }

  /// Returns when all enqueued actions are handled and no work of a middleware runs.
  ///
  /// In a nested run loop of a middleware or a subscriber, the call also waits for the end of the current action.
  ///
  /// Work that never ends, such as the observation of a sensor, keeps the call from returning until the work or
  /// the waiting task is canceled.
  public func settle() async {
    while !isSettled && !Task.isCancelled {
      await waitForProgress()
    }
  }

  /// Cancels all work of the middlewares.
  package func cancelAllWork() {
    work.cancel()
  }

  /// Whether no action is in hand or enqueued, and no work runs.
  package var isSettled: Bool { !isBusy && !enqueued.isBusy && work.runningCount == 0 }

  /// Whether an action is in hand, which the caller of an asynchronous method finds in a nested run loop.
  @usableFromInline var isBusy: Bool { core.access { $0.phase } != .idle }

  /// Returns when the store may be settled, after `reportProgress()`, or on cancellation.
  @usableFromInline
  package func waitForProgress() async {
    let isBusy = isBusy
    // The end of the action in hand resumes the waiters.
    if isBusy { core.access { ($0.isAwaited, $0.hasLeftovers) = (true, true) } }
    await work.waitUntilIdle { [enqueued] in !isBusy && !enqueued.isBusy }
  }

  /// Resumes all callers of `waitForProgress()`.
  package func reportProgress() {
    work.resumeWaiters()
  }
}
