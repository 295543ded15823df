public import Foundation

extension Notification.Name {
  // The name under which Swift imports the original's `RDXStateDidChangeNotification`, so that code
  // which observes that one compiles unchanged.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// The notification that a store reduced an action: `RDXStateDidChangeNotification`.
  ///
  /// The store posts it on the main actor after each action, whether or not the state changed. The
  /// object is the store and there is no `userInfo`. The store coalesces the notifications of a
  /// burst of actions: it posts at most one per action, and always one after the last action.
  public static let RDXStateDidChange = Notification.Name("RDXStateDidChangeNotification")
}

/// The notification of a store in the typed form of `NotificationCenter`.
///
/// ```swift
/// token = NotificationCenter.default.addObserver(
///   of: store, for: StateDidChangeMessage<AppState, AppAction>.self
/// ) { message in
///   show(try? message.store.sharedSnapshot())
/// }
/// ```
///
/// Observers receive it with each `Notification.Name.RDXStateDidChange`: on Apple platforms always,
/// on Linux if `StoreConfiguration.postsTypedMessages` is set.
@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
public struct StateDidChangeMessage<
  State: AnyObject & Codable & SendableMetatype, Action: Sendable
>:
  NotificationCenter.MainActorMessage
{
  /// The stores that post it.
  public typealias Subject = ReferenceStore<State, Action>

  /// The name of the untyped notification.
  public static var name: Notification.Name { .RDXStateDidChange }

  /// The store whose state changed.
  public let store: Subject

  /// Makes the message from the untyped notification of a store of these types, else `nil`.
  public static func makeMessage(_ notification: Notification) -> Self? {
    (notification.object as? Subject).map { Self(store: $0) }
  }

  /// Makes the notification that the store itself would post.
  public static func makeNotification(_ message: Self) -> Notification {
    Notification(name: name, object: message.store)
  }
}

/// Coalesces the notifications of a store: at most one is pending, and one always follows the last
/// change.
///
/// A pure state machine, which `Progress` holds under its lock. Each event returns what to do
/// after the lock is released.
struct NotificationCoalescer {
  typealias Waiter = CheckedContinuation<Void, Never>

  private(set) var posted = 0
  private(set) var coalesced = 0
  private var isPending = false
  private var isPosting = false
  private var waitersForPending: [Waiter] = []
  private var waitersForPosting: [Waiter] = []

  /// An action was reduced.
  ///
  /// Returns whether to schedule a turn of the main actor.
  mutating func stateDidChange() -> Bool {
    if requestTurn() { return true }
    coalesced += 1
    return false
  }

  /// Changes that had no turn need one now.
  ///
  /// Returns whether to schedule a turn of the main actor.
  mutating func requestTurn() -> Bool {
    defer { isPending = true }
    return !isPending
  }

  /// The turn of the main actor began: later changes need another one.
  mutating func beginPosting() {
    isPending = false
    isPosting = true
    waitersForPosting += waitersForPending
    waitersForPending = []
  }

  /// All observers are notified.
  ///
  /// Returns the waiters to resume.
  mutating func endPosting() -> [Waiter] {
    isPosting = false
    posted += 1
    defer { waitersForPosting = [] }
    return waitersForPosting
  }

  /// Keeps `waiter` until the observers are notified of all changes so far.
  ///
  /// Returns `false` if they are already.
  mutating func wait(_ waiter: Waiter) -> Bool {
    if isPending {
      waitersForPending.append(waiter)
    } else if isPosting {
      waitersForPosting.append(waiter)
    } else {
      return false
    }
    return true
  }
}
