internal import Dispatch

/// Keeps a subscription alive: it ends when the token is cancelled or released.
///
/// ```swift
/// token = store.subscribe(\.unread) { [weak self] in self?.show($0) }
/// ```
///
/// ## Thread safety
///
/// Safe from any thread because its only state is behind a lock.
public final class SubscriptionToken: Sendable {
  private let lifetime: SubscriptionLifetime
  private let onCancel: @MainActor @Sendable () -> Void

  @usableFromInline
  init(lifetime: SubscriptionLifetime, onCancel: @escaping @MainActor @Sendable () -> Void) {
    self.lifetime = lifetime
    self.onCancel = onCancel
  }

  /// Creates the token of a subscription that other code than a ``ValueStore`` keeps.
  ///
  /// - Parameter onCancel: Ends the subscription. Called once: before ``cancel()`` returns if that
  ///   is called on the main actor, in a later turn of the main actor otherwise.
  public convenience init(onCancel: @escaping @MainActor @Sendable () -> Void) {
    self.init(lifetime: SubscriptionLifetime(), onCancel: onCancel)
  }

  deinit {
    cancel()
  }

  /// Ends the subscription, as releasing the token does.
  ///
  /// A second call does nothing.
  ///
  /// No delivery starts after the call returns, also not in the pass that is under way. Called off
  /// the main actor, it does not wait for a delivery that has already started.
  ///
  /// Called on the main actor, it releases what the closure captured before it returns, or, called
  /// from that closure itself, when the closure returns. Called elsewhere, the release follows in a
  /// later turn of the main actor.
  public func cancel() {
    guard lifetime.end() else { return }
    if MainQueue.isCurrent {
      MainActor.assumeIsolated(onCancel)
    } else {
      Task { @MainActor [onCancel] in onCancel() }
    }
  }

  /// Whether the subscription has ended; read it right before each delivery.
  package var isOver: Bool { lifetime.isOver }
}

/// Whether a subscription has ended, shared by its token and its entry in the store.
@usableFromInline
final class SubscriptionLifetime: Sendable {
  private let hasEnded = Locked(false)

  @usableFromInline init() {}

  @usableFromInline var isOver: Bool { hasEnded.withLock { $0 } }

  /// Ends the subscription, and returns whether it had not ended before.
  func end() -> Bool {
    hasEnded.withLock { hasEnded in
      defer { hasEnded = true }
      return !hasEnded
    }
  }
}

/// Whether the caller runs on the main queue, which is the executor of the main actor.
///
/// The main thread is not the same: on Linux, the main queue moves to another thread once an
/// asynchronous `main` has suspended.
private enum MainQueue {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }
}
