public import Foundation

/// The options of a store.
///
/// ```swift
/// var configuration = StoreConfiguration()
/// configuration.postsNotifications = false
/// ```
public struct StoreConfiguration: Sendable {
  /// Whether the store posts `Notification.Name.RDXStateDidChange` after changes.
  ///
  /// Without notifications, tokens, streams and autosaves the store sends nothing to the main
  /// actor.
  public var postsNotifications = true

  /// The center to which the store posts.
  package var notificationCenter = NotificationCenter.default

  /// The largest number of actions that may wait in the mailbox.
  ///
  /// `dispatch` never waits and never drops an action, so producers that stay faster than the
  /// reduce blocks would use up the memory. Beyond this limit the store ends the process with a
  /// message that names the limit and the remedy. Ten million small actions take some hundred
  /// megabytes. `Int.max` removes the limit.
  public var pendingLimit = 10_000_000

  /// The checks that the store makes while it runs, or `nil` for none.
  public var diagnostics: StoreDiagnostics?

  /// Makes a configuration with the default of each option.
  public init() {}
}

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

/// Counts of what a store has done so far.
///
/// The counts of one reading are of one moment.
public struct StoreStatistics: Sendable, Equatable {
  /// The number of actions that all reduce blocks have processed.
  public internal(set) var actionsReduced = 0

  /// The number of actions that are not reduced yet, including the current one; a moment older or newer than the rest.
  package internal(set) var actionsPending = 0

  /// The number of times that the store notified its observers.
  package internal(set) var notificationsPosted = 0

  /// The number of deep copies that the store made or failed to make.
  public internal(set) var copiesMade = 0
}
