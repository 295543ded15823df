public import Foundation

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
/// It comes with each `Notification.Name.RDXStateDidChange`: on Apple platforms always, on Linux if
/// `StoreConfiguration.postsTypedMessages` is set.
///
/// ## Thread safety
///
/// Confined to the main actor, where it is delivered.
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

  /// Makes the message of one store.
  ///
  /// - Parameter store: the store whose state changed.
  public init(store: Subject) {
    self.store = store
  }

  /// Reads the message from the untyped notification.
  ///
  /// - Parameter notification: what was posted.
  /// - Returns: the message, or `nil` if a store of other types posted it.
  public static func makeMessage(_ notification: Notification) -> Self? {
    (notification.object as? Subject).map(Self.init)
  }

  /// Makes the untyped notification.
  ///
  /// - Parameter message: what is to be posted.
  /// - Returns: the notification that a store itself would post.
  public static func makeNotification(_ message: Self) -> Notification {
    Notification(name: name, object: message.store)
  }
}
