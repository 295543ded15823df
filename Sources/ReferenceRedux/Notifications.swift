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
