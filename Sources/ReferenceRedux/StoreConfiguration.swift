public import Foundation

/// The options of a store.
///
/// ```swift
/// var configuration = StoreConfiguration()
/// configuration.postsNotifications = false
/// ```
public struct StoreConfiguration: Sendable {
  /// Whether the store posts `Notification.Name.RDXStateDidChange` after actions.
  ///
  /// If this property is false, and the store has no observer, the store schedules no work on the main actor. An
  /// observer is a closure passed to ``ReferenceStore/observe(_:)``, or a stream of ``ReferenceStore/changes``.
  public var postsNotifications = true

  /// The notification center to which the store posts.
  package var notificationCenter = NotificationCenter.default

  /// The largest number of actions that can wait to be reduced.
  ///
  /// `dispatch` never waits and never drops an action. Without a limit, code that dispatches faster than the reduce
  /// blocks run would use up the memory. If more actions wait than the limit allows, the store ends the process with a
  /// message that names the limit and advises `dispatchAndWait(_:)`. Ten million small actions take a few hundred
  /// megabytes. Set the property to `Int.max` to remove the limit.
  public var pendingLimit = 10_000_000

  /// The checks of the state that the store makes while it runs, or `nil` for no checks.
  public var diagnostics: StoreDiagnostics?

  /// Creates a configuration in which each option has its default.
  public init() {}
}

extension Notification.Name {
  // The name under which Swift imports the original's `RDXStateDidChangeNotification`, so that code
  // which observes that one compiles unchanged.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// The notification that a store posts after an action; its raw value is `RDXStateDidChangeNotification`.
  ///
  /// The store posts the notification on the main actor, whether or not the action changed the state. The `object` of
  /// the notification is the store, and the `userInfo` is nil. One notification can announce several actions of a
  /// burst; the store always posts a notification after the last action.
  public static let RDXStateDidChange = Notification.Name("RDXStateDidChangeNotification")
}

/// The number of actions that a store has reduced, and the number of copies that it has made of its state.
///
/// The values of ``actionsReduced`` and ``copiesMade`` are from the same moment.
public struct StoreStatistics: Sendable, Equatable {
  /// The number of actions for which every reduce block has run.
  public internal(set) var actionsReduced = 0

  /// The number of actions that are not reduced yet, including the current action; may be slightly older or newer than
  /// the others.
  package internal(set) var actionsPending = 0

  /// The number of times that the store notified its observers.
  package internal(set) var notificationsPosted = 0

  /// The number of deep copies of the state that the store has made, including copies that failed.
  public internal(set) var copiesMade = 0
}
