internal import Dispatch

#if canImport(Darwin)
  internal import os
#else
  internal import Synchronization
#endif

/// Keeps a subscription alive: it ends when the token is cancelled or released.
///
/// ```swift
/// token = store.subscribe(\.unread) { [weak self] in self?.show($0) }
/// ```
///
/// ## Thread safety
///
/// Safe from any thread because its only state is atomic.
public final class SubscriptionToken: Sendable {
  // Its methods are safe from any thread, but for `didEnd`, which the main actor calls.
  nonisolated(unsafe) private let lifetime: any EndableSubscription

  @usableFromInline
  init(lifetime: any EndableSubscription) {
    unsafe self.lifetime = lifetime
  }

  /// Creates the token of a subscription that other code than a ``ValueStore`` keeps.
  ///
  /// - Parameter onCancel: Ends the subscription. Called once: before ``cancel()`` returns if that
  ///   is called on the main actor, in a later turn of the main actor otherwise.
  public convenience init(onCancel: @escaping @MainActor @Sendable () -> Void) {
    self.init(lifetime: ClosureLifetime(onCancel))
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
  ///
  /// - Complexity: O(log *n*) in the number of the store's subscriptions, amortized.
  public func cancel() {
    guard unsafe lifetime.end() else { return }
    if MainQueue.isCurrent {
      MainActor.assumeIsolated { unsafe lifetime.didEnd() }
    } else {
      nonisolated(unsafe) let lifetime = unsafe lifetime
      Task { @MainActor in unsafe lifetime.didEnd() }
    }
  }

  /// Whether the subscription has ended; read it right before each delivery.
  package var isOver: Bool { unsafe lifetime.isOver }
}

/// What a token ends.
@usableFromInline
protocol EndableSubscription: AnyObject {
  /// Whether the subscription has ended.
  var isOver: Bool { get }

  /// Ends the subscription, and returns whether it had not ended before.
  func end() -> Bool

  /// Removes the subscription from where it is kept, after `end()`.
  @MainActor func didEnd()
}

/// Whether a subscription has ended, shared by its token and its closure in the store.
// @unchecked Sendable:
// 1. The only property is a constant that is `Sendable`; a subclass justifies its own.
@usableFromInline
class SubscriptionLifetime: EndableSubscription, @unchecked Sendable {
  private let ending = Ending()

  @usableFromInline init() {}

  @usableFromInline final var isOver: Bool { ending.hasBegun }

  @usableFromInline final func end() -> Bool { ending.begin() }

  @usableFromInline @MainActor func didEnd() {}
}

/// The lifetime of a subscription of a store.
// @unchecked Sendable:
// 1. `store` is written in the initializer only.
// 2. `id` is read on the main actor, and written there before the token exists.
@usableFromInline
final class StoreLifetime<State: Sendable, Action: Sendable>: SubscriptionLifetime,
  @unchecked Sendable
{
  private weak var store: ValueStore<State, Action>?
  @MainActor var id: UInt64 = 0

  @usableFromInline init(_ store: ValueStore<State, Action>) {
    self.store = store
  }

  @usableFromInline override func didEnd() {
    store?.endSubscription(id: id)
  }
}

private final class ClosureLifetime: SubscriptionLifetime, @unchecked Sendable {
  private let onCancel: @MainActor @Sendable () -> Void

  init(_ onCancel: @escaping @MainActor @Sendable () -> Void) {
    self.onCancel = onCancel
  }

  override func didEnd() { onCancel() }
}

#if canImport(Darwin)
  /// Something that begins once.
  @usableFromInline
  struct Ending: Sendable {
    private let state = OSAllocatedUnfairLock(initialState: false)

    @usableFromInline var hasBegun: Bool { state.withLock { $0 } }

    /// Begins, and returns whether it had not begun before.
    @usableFromInline func begin() -> Bool {
      state.withLock { hasBegun in
        defer { hasBegun = true }
        return !hasBegun
      }
    }
  }
#else
  /// Something that begins once.
  @usableFromInline
  struct Ending: ~Copyable, Sendable {
    private let state = Atomic(false)

    @usableFromInline var hasBegun: Bool { state.load(ordering: .acquiring) }

    /// Begins, and returns whether it had not begun before.
    @usableFromInline func begin() -> Bool {
      !state.exchange(true, ordering: .acquiringAndReleasing)
    }
  }
#endif

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
