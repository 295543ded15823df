/// Coalesces the notifications of a store: at most one is pending, and one always follows the last
/// change.
///
/// A pure state machine, which `Progress` holds under its lock. Each event returns what to do
/// after the lock is released.
struct NotificationCoalescer {
  typealias Waiter = CheckedContinuation<Void, Never>

  private(set) var posted = 0
  private var isPending = false
  private var isPosting = false
  private var waitersForPending: [Waiter] = []
  private var waitersForPosting: [Waiter] = []

  /// Changes need a turn of the main actor.
  ///
  /// Returns whether to schedule one.
  mutating func requestTurn() -> Bool { !exchange(&isPending, with: true) }

  /// The turn of the main actor began: later changes need another one.
  mutating func beginPosting() {
    isPending = false
    isPosting = true
    waitersForPosting += exchange(&waitersForPending, with: [])
  }

  /// All observers are notified.
  ///
  /// Returns the waiters to resume.
  mutating func endPosting() -> [Waiter] {
    isPosting = false
    posted += 1
    return exchange(&waitersForPosting, with: [])
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
