#if !canImport(Darwin)
  internal import Synchronization
#endif

/// A token that keeps a subscription alive until the token is canceled or released.
///
/// ```swift
/// token = store.subscribe(\.unread) { [weak self] in self?.show($0) }
/// ```
///
/// ## Thread safety
///
/// Safe from any thread because its only state is atomic.
public final class SubscriptionToken: Sendable {
  private let lifetime: SubscriptionLifetime

  @usableFromInline
  init(lifetime: SubscriptionLifetime) {
    self.lifetime = lifetime
  }

  /// Creates the token of a subscription to a store that is not a ``ValueStore``.
  ///
  /// - Parameter onCancel: A closure that ends the subscription. The token calls it once, on the main actor. A call of
  ///   ``cancel()`` on the main actor runs the closure before the call returns; after a call on another thread, the
  ///   closure runs later.
  public convenience init(onCancel: @escaping @MainActor @Sendable () -> Void) {
    self.init(lifetime: ClosureSubscription(onCancel))
  }

  deinit {
    cancel()
  }

  /// Ends the subscription, as the release of the token does.
  ///
  /// A second call does nothing.
  ///
  /// After `cancel()` returns, the store does not call the handler again, even if the store is notifying its
  /// subscribers. A call off the main actor does not wait for a handler that already runs.
  ///
  /// A call on the main actor releases the objects that the handler captures, and then returns. If the handler itself
  /// makes the call, the captured objects are released when the handler returns. After a call off the main actor, the
  /// objects are released in a later turn of the main actor.
  ///
  /// - Complexity: O(log *n*) in the number of the store's subscriptions, amortized.
  public func cancel() {
    lifetime.cancel()
  }

  /// Whether the subscription has ended; read it right before each delivery.
  package var isOver: Bool { lifetime.isOver }
}

/// Whether a subscription has ended, shared by its token and its closure in the store.
@MainActor @usableFromInline
class SubscriptionLifetime {
  #if canImport(Darwin)
    private nonisolated let hasEnded = LockedValue(false)
  #else
    // Each delivery reads it: a lock would double the cost of 100 changed subscribers.
    private nonisolated let hasEnded = Atomic(false)
  #endif

  @usableFromInline nonisolated init() {}

  @usableFromInline final nonisolated var isOver: Bool {
    #if canImport(Darwin)
      hasEnded.withLock { $0 }
    #else
      hasEnded.load(ordering: .acquiring)
    #endif
  }

  /// Ends the subscription, once; from any thread.
  @usableFromInline final nonisolated func cancel() {
    #if canImport(Darwin)
      let isFirst = hasEnded.withLock { !exchange(&$0, with: true) }
    #else
      let isFirst = !hasEnded.exchange(true, ordering: .acquiringAndReleasing)
    #endif
    if isFirst { MainQueue.run { self.didEnd() } }
  }

  /// Removes the subscription from where it is kept.
  func didEnd() {}
}

/// The lifetime of a subscription of a store: a closure takes 96 bytes more.
@usableFromInline
final class StoreSubscription<State: Sendable, Action: Sendable>: SubscriptionLifetime {
  private weak var store: ValueStore<State, Action>?
  private let id: UInt64

  @usableFromInline
  init(_ id: UInt64, in store: ValueStore<State, Action>) { (self.store, self.id) = (store, id) }

  override func didEnd() { store?.didEndSubscription(id, of: nil) }
}

@usableFromInline
final class ClosureSubscription: SubscriptionLifetime {
  private let onCancel: @MainActor @Sendable () -> Void

  @usableFromInline
  nonisolated init(_ onCancel: @escaping @MainActor @Sendable () -> Void) {
    self.onCancel = onCancel
  }

  override func didEnd() { onCancel() }
}
