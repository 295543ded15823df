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

  /// Makes the token of a subscription that another kind of store keeps.
  package convenience init(remove: @escaping @MainActor @Sendable () -> Void) {
    self.init(lifetime: SubscriptionLifetime(), remove: remove)
  }

  /// Whether the subscription has ended: to be asked right before telling.
  package var isOver: Bool { lifetime.isOver }

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
