/// What of a store changes with every action, apart from the state.
///
/// It lives behind a pointer that the store owns, and so does the state. What the language would
/// check on each access to a class property, that nobody reads while a reducer writes,
/// ``StorePhase`` checks once per call, with a message.
@usableFromInline
struct StoreCore<State, Action> {
  @usableFromInline var phase = StorePhase.idle
  /// Whether something was put off while the store was busy: actions, or the removal of entries.
  @usableFromInline var hasLeftovers = false
  @usableFromInline var number: ActionNumber
  @usableFromInline var subscriptions: [SubscriptionEntry<State>] = []
  @usableFromInline var logger: (@MainActor (LoggedAction<State, Action>) -> Void)?

  /// Actions that were dispatched while the store was busy, and how many of them are done.
  @usableFromInline var queue: [Action] = []
  @usableFromInline var queueHead = 0
  var nextSubscription: UInt64 = 0

  init(number: ActionNumber) {
    self.number = number
  }

  /// Takes the oldest waiting action out of the queue.
  @inlinable
  mutating func nextQueuedAction() -> Action? {
    guard queueHead < queue.count else {
      if queue.capacity > 64 { queue = [] }
      return nil
    }
    let action = queue[queueHead]
    queueHead += 1
    if queueHead == queue.count {
      // Actions that lead to one another for ever take the same place for ever.
      queue.removeAll(keepingCapacity: true)
      queueHead = 0
    }
    return action
  }
}
