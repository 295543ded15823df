/// Whether a subscription may still be told something.
@usableFromInline
final class SubscriptionLifetime: Sendable {
  private let hasEnded = Locked(false)

  @usableFromInline init() {}

  @usableFromInline var isOver: Bool { hasEnded.withLock { $0 } }

  /// Ends it; answers whether it had not ended before.
  func end() -> Bool {
    hasEnded.withLock { hasEnded in
      defer { hasEnded = true }
      return !hasEnded
    }
  }
}
