import Foundation

/// Which thread holds the state right now, and what for.
///
/// A thread that holds the state and asks for it again would wait for itself. A queue cannot find
/// that out (it has no memory of the queues below a nested `sync`), the identity of the thread can.
struct Occupancy {
  enum Activity {
    case reducing, reading, copying
  }

  private var holder: (thread: pthread_t, activity: Activity)?

  /// What the calling thread holds the state for, or `nil` if it does not hold it.
  var activityOfThisThread: Activity? {
    guard let holder, pthread_equal(holder.thread, pthread_self()) != 0 else { return nil }
    return holder.activity
  }

  mutating func begin(_ activity: Activity) {
    holder = (pthread_self(), activity)
  }

  mutating func end() {
    holder = nil
  }
}
