public import Dispatch
public import Foundation

/// How a store behaves where its contract leaves a choice.
///
/// ```swift
/// var configuration = StoreConfiguration()
/// configuration.postsNotifications = false
/// ```
///
/// ## Thread safety
///
/// A value, read once when the store is made: safe from any thread.
public struct StoreConfiguration: Sendable {
  /// The label of the queue that reduces, as crash reports and instruments show it.
  public var label = "ReferenceStore"

  /// The quality of service at which actions are reduced.
  public var qos = DispatchQoS.userInitiated

  /// Whether changes are posted as `Notification.Name.RDXStateDidChange`.
  ///
  /// Without notifications, tokens, streams or autosaves nothing is sent to the main actor at all.
  public var postsNotifications = true

  /// The center to which changes are posted.
  public var notificationCenter = NotificationCenter.default

  /// Whether changes are also posted as `StateDidChangeMessage`, where that takes a second post.
  ///
  /// On Apple platforms it takes none: who observes the typed message gets it with each
  /// notification, whatever is set here. Foundation on Linux keeps both apart, and Swift 6.3 there
  /// ends the process when a message is posted while somebody observes notifications of *every*
  /// name (`forName: nil`). Hence off unless asked for.
  public var postsTypedMessages = false

  /// How many actions may wait in the mailbox before the store says that something is wrong.
  ///
  /// `dispatch` never waits and never drops an action, so a producer that is faster than the
  /// reduce blocks for long enough would take all memory. Beyond this limit the store ends the
  /// process with a message that names the limit and the remedy. Ten million small actions take
  /// some hundred megabytes. `Int.max` lifts the limit.
  public var pendingLimit = 10_000_000

  /// What the encoders and decoders of a copy hand to the state's own coding.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  /// What the store checks while it runs, or `nil` for nothing.
  public var diagnostics: StoreDiagnostics?

  /// Makes the configuration of an ordinary store.
  public init() {}
}
