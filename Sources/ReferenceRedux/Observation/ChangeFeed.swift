/// The store's end of a stream of changes, which ends when the store lets go of it.
final class ChangeFeed: Sendable {
  private let continuation: AsyncStream<StoreChange>.Continuation

  init(_ continuation: AsyncStream<StoreChange>.Continuation) {
    self.continuation = continuation
  }

  deinit {
    continuation.finish()
  }

  func tell(_ change: StoreChange) {
    continuation.yield(change)
  }
}
