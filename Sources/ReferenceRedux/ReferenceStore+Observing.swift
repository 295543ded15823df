internal import Dispatch
internal import Foundation

extension ReferenceStore {
  /// Calls `body` on the main actor after each action, until the token is canceled or released.
  ///
  /// The store calls `body` after it posts `RDXStateDidChange`, in the same turn of the main actor. If several actions
  /// share one notification, they also share one call of `body`. The store calls observers in the order in which they
  /// were added. A new observer is called after the next notification, even if all actions of this notification were
  /// reduced before you added the observer. `body` can dispatch actions, add observers and cancel tokens. If
  /// ``StoreConfiguration/postsNotifications`` is false, the store still calls `body`. If such a store reduced actions
  /// while it had no observer, it calls the next new observer once for these actions.
  ///
  /// The store keeps `body` until the token is canceled or released. The token does not keep the store alive.
  ///
  /// - Parameter body: A closure that receives a ``StoreChange``, with the number of actions reduced so far.
  /// - Returns: The token, which the caller keeps as long as the observation is to last.
  public func observe(_ body: @escaping @MainActor (StoreChange) -> Void) -> ObservationToken {
    ObservationToken(onCancel: addObserver(body, at: .afterPost))
  }

  /// A stream that delivers the same changes as ``observe(_:)`` from now on, and buffers only the latest change.
  ///
  /// A consumer that is slower than the store misses some changes, but never the latest change. Each access to this
  /// property makes a new stream, for one consumer. A stream does not keep the store alive, and ends when the store is
  /// released.
  public var changes: AsyncStream<StoreChange> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: StoreChange.self, bufferingPolicy: .bufferingNewest(1))
    let feed = ChangeFeed(continuation)
    let token = observe { feed.continuation.yield($0) }
    continuation.onTermination = { _ in token.cancel() }
    return stream
  }

  /// Adds an observer, and returns the closure that removes it.
  func addObserver(
    _ body: @escaping @MainActor (StoreChange) -> Void, at moment: ObservedMoment
  ) -> @Sendable () -> Void {
    let (id, needsTurn) = progress.withLock { progress in
      let id = progress.observers[moment.rawValue].add(body)
      let isLate = moment == .afterPost && progress.itemsDone > progress.itemsAnnounced
      // With notifications, changes that are not announced yet have their turn already.
      let needsTurn = isLate && !configuration.postsNotifications
      return (id, needsTurn && progress.notifications.requestTurn())
    }
    if needsTurn { Task { @MainActor in notifyObservers() } }
    return { [weak self] in
      // Released outside of the lock, since what the closure captured may use the store.
      releaseOnMainActor(self?.progress.withLock { $0.observers[moment.rawValue].remove(id) })
    }
  }

  /// Notifies all observers of the changes so far, in one turn of the main actor.
  @MainActor
  func notifyObservers() {
    let (last, change) = progress.withLock { progress in
      progress.notifications.beginPosting()
      progress.itemsAnnounced = progress.itemsDone
      return (progress.lastObservers, StoreChange(actionsReduced: progress.actionsReduced))
    }
    shared.isPosting = true
    for moment in ObservedMoment.allCases {
      if moment == .afterPost, configuration.postsNotifications {
        configuration.notificationCenter.post(name: .RDXStateDidChange, object: self)
      }
      deliver(change, at: moment, through: last[moment.rawValue])
    }
    shared.isPosting = false
    for waiter in progress.withLock({ $0.notifications.endPosting() }) {
      waiter.resume()
    }
  }

  /// Calls the observers up to the id `last` one after another.
  ///
  /// The method fetches each observer right before the call, so it does not call a canceled observer, and does not keep
  /// the captures of an observer.
  @MainActor
  private func deliver(_ change: StoreChange, at moment: ObservedMoment, through last: Int) {
    var id = 0
    while let next = progress.withLock({
      $0.observers[moment.rawValue].first(after: id, through: last)
    }) {
      id = next.id
      next.observer(change)
    }
  }
}

/// The message from a store to an observer, with the number of actions that the store has reduced so far.
///
/// A `StoreChange` does not contain the state. An observer that reads the state gets the present state, which can
/// already contain later changes.
public struct StoreChange: Sendable, Equatable {
  /// The number of actions that the store had reduced when it notified its observers.
  public let actionsReduced: Int
}

/// A token that keeps an observation alive until the token is canceled or released.
///
/// ```swift
/// token = store.observe { [weak self] _ in self?.reload() }
/// ```
///
/// ## Thread safety
///
/// Any thread can cancel or release a token, because the store removes the observer under a lock.
public final class ObservationToken: Sendable {
  private let onCancel: @Sendable () -> Void

  /// Creates a token; `onCancel` ends the observation by the rule of ``cancel()``, and may be called several times.
  package init(onCancel: @escaping @Sendable () -> Void) {
    self.onCancel = onCancel
  }

  deinit {
    onCancel()
  }

  /// Ends the observation; the release of the token has the same effect.
  ///
  /// After `cancel()` returns, the store begins no further call of the observer. On the main actor, `cancel()` releases
  /// the observer's captures at once. If the observer itself calls `cancel()`, the store releases the captures when the
  /// observer returns. Off the main actor, `cancel()` does not wait for a call of the observer that has begun; a later
  /// turn of the main actor releases the captures. A second call does nothing.
  public func cancel() {
    onCancel()
  }
}

/// The moments at which a turn of the main actor calls observers; hooks of other modules run first and last.
enum ObservedMoment: Int, CaseIterable {
  case start, beforePost, afterPost, end
}

/// The continuation of a stream of changes, which ends the stream when the store releases it.
private final class ChangeFeed: Sendable {
  let continuation: AsyncStream<StoreChange>.Continuation

  init(_ continuation: AsyncStream<StoreChange>.Continuation) {
    self.continuation = continuation
  }

  deinit { continuation.finish() }
}

/// The copy of the state that callers on the main actor share.
@MainActor
final class SharedSnapshot<State: AnyObject> {
  /// The copy that the store keeps while it notifies observers, so that all observers get the same object.
  private var held: State?
  /// The copy at other times, which only its users keep alive, so that the store does not keep a second state.
  private weak var latest: State?
  private var itemsDone = 0
  /// Whether the store is notifying observers.
  var isPosting = false {
    didSet { held = nil }
  }

  nonisolated init() {}

  /// Returns the copy that is valid now, or a new copy by `copy` with the number of items done at that time.
  func value(
    accepted: Int, copy: () throws -> (state: State, itemsDone: Int)
  ) rethrows -> State {
    if let held { return held }
    if let latest, itemsDone == accepted {
      if isPosting { held = latest }
      return latest
    }
    let (state, itemsDone) = try copy()
    latest = state
    self.itemsDone = itemsDone
    if isPosting { held = state }
    return state
  }
}

/// The key that marks the main queue, which is the executor of the main actor, even on another thread than the main
/// thread.
private let mainQueueKey: DispatchSpecificKey<Bool> = {
  let key = DispatchSpecificKey<Bool>()
  DispatchQueue.main.setSpecific(key: key, value: true)
  return key
}()

/// Whether the caller runs on the main actor, inside or outside of a task.
package var isOnMainQueue: Bool { DispatchQueue.getSpecific(key: mainQueueKey) == true }

/// Releases an object of the main actor: at once on the main actor, and in a later turn otherwise.
///
/// The caller keeps no reference to the object.
package func releaseOnMainActor<Value: Sendable>(_ value: consuming Value?) {
  if value == nil || isOnMainQueue { return }
  let place = Locked(consume value)
  Task { @MainActor in withExtendedLifetime(place.withLock { $0.take() }) {} }
}
