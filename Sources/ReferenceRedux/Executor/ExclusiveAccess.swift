internal import Dispatch
internal import Foundation

/// The thread that accesses the state now, and the threads that wait for access, in order.
///
/// The jobs of the store's queue already exclude each other. But `readBetweenActions(_:)` reads on its own thread,
/// outside of the queue, so each job and each such reader begins with `begin(_:)`. Access passes from hand to hand: the
/// thread that ends its access gives it to the one that waits longest, so neither a writer nor a reader that never
/// pauses can keep the others out.
///
/// The lock of `Progress` guards this value. Callers signal or await its results outside of the lock.
///
/// The identity of the thread also reveals a thread that has access and requests it again, which
/// would wait for itself: below a nested `sync` of another queue, where queues know nothing of it.
struct ExclusiveAccess {
  enum Activity {
    case reducing, reading, copying
  }

  struct Waiter {
    let thread = pthread_self()
    let activity: Activity
    let turn = DispatchSemaphore(value: 0)
  }

  private var holder: (thread: pthread_t, activity: Activity)?
  /// The threads that wait for access, in order.
  private(set) var waiters: [Waiter] = []

  /// The activity of the calling thread, or `nil` if it has no access.
  var activityOfThisThread: Activity? {
    isHeld(by: pthread_self()) ? holder?.activity : nil
  }

  func isHeld(by thread: pthread_t) -> Bool {
    holder.map { pthread_equal($0.thread, thread) != 0 } ?? false
  }

  /// Gives the calling thread access, now if the result is `nil`, otherwise when the result is signaled.
  mutating func begin(_ activity: Activity) -> DispatchSemaphore? {
    if holder != nil { return wait(activity) }
    holder = (pthread_self(), activity)
    return nil
  }

  /// Ends the access of the calling thread, and returns what to signal.
  mutating func end() -> DispatchSemaphore? {
    holder = nil
    if waiters.isEmpty { return nil }
    let next = waiters.removeFirst()
    holder = (next.thread, next.activity)
    return next.turn
  }

  /// Lets the threads that wait now have access before the calling thread continues with its own.
  ///
  /// Returns what to signal, and what to wait for then; `nil` if no thread waits.
  mutating func giveWay() -> (next: DispatchSemaphore, own: DispatchSemaphore)? {
    guard let holder, !waiters.isEmpty else { return nil }
    let own = wait(holder.activity)
    guard let next = end() else { return nil }
    return (next, own)
  }

  private mutating func wait(_ activity: Activity) -> DispatchSemaphore {
    let waiter = Waiter(activity: activity)
    waiters.append(waiter)
    return waiter.turn
  }
}
