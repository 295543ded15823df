/// What a store has done so far, in counts.
///
/// ## Thread safety
///
/// A value: safe from any thread. The counts of one reading belong together, except that
/// `actionsPending` may be a moment older or newer than the rest.
public struct StoreStatistics: Sendable, Equatable {
  /// How many actions went through all reduce blocks.
  public var actionsReduced = 0

  /// How many actions were dispatched and are not reduced yet, the one in hand included.
  public var actionsPending = 0

  /// The largest number of actions that the executor took from the mailbox at once.
  public var largestBatch = 0

  /// How many notifications were posted.
  public var notificationsPosted = 0

  /// How many changes needed no notification of their own, because one was already pending.
  public var notificationsCoalesced = 0

  /// How many deep copies of the state were asked for, failed ones included.
  public var copiesMade = 0

  /// Makes statistics of a store that has done nothing.
  public init() {}
}
