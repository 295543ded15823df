/// Decides when a change is announced: never more than one announcement pending per store, and
/// always one after the last change.
///
/// A pure state machine; `Progress` holds it under its lock. Each event returns what to do once
/// the lock is released.
struct Announcements {
  typealias Waiter = CheckedContinuation<Void, Never>

  private(set) var posted = 0
  private(set) var coalesced = 0
  private var isPending = false
  private var isPosting = false
  private var waitersForPending: [Waiter] = []
  private var waitersForPosting: [Waiter] = []

  /// A change happened.
  ///
  /// Returns whether a turn of the main actor has to be asked for.
  mutating func changed() -> Bool {
    if isPending {
      coalesced += 1
      return false
    }
    isPending = true
    return true
  }

  /// The turn of the main actor has come: changes from here on need another one.
  mutating func beginPosting() {
    isPending = false
    isPosting = true
    waitersForPosting += waitersForPending
    waitersForPending = []
  }

  /// Everybody was told.
  ///
  /// Returns who waited for that.
  mutating func endPosting() -> [Waiter] {
    isPosting = false
    posted += 1
    defer { waitersForPosting = [] }
    return waitersForPosting
  }

  /// Keeps `waiter` until all changes so far are announced.
  ///
  /// Returns `false` if they are.
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
