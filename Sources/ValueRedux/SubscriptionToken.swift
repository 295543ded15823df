/// Keeps a subscription alive: it ends when the token is cancelled or released.
///
/// ## Thread safety
///
/// Safe from any thread because its only state is behind a lock. Released anywhere, it ends the
/// subscription at once: nobody is told after that. What the subscription captured is released in
/// the next turn of the main actor; ``cancel()`` releases it at once.
public final class SubscriptionToken: Sendable {
  private let lifetime: SubscriptionLifetime
  private let remove: @MainActor @Sendable () -> Void

  @usableFromInline
  init(lifetime: SubscriptionLifetime, remove: @escaping @MainActor @Sendable () -> Void) {
    self.lifetime = lifetime
    self.remove = remove
  }

  deinit {
    endFromAnywhere()
  }

  /// Ends the subscription: it is told nothing any more, not even what is being told just now.
  ///
  /// A second call does nothing.
  @MainActor public func cancel() {
    if lifetime.end() { remove() }
  }

  /// Ends the subscription at once, and has its entry removed in a turn of the main actor.
  func endFromAnywhere() {
    guard lifetime.end() else { return }
    let remove = remove
    Task { @MainActor in remove() }
  }
}

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
