#if canImport(Darwin)
  internal import Foundation

  private typealias Lock = NSLock
#else
  #if canImport(Glibc)
    internal import Glibc
  #else
    internal import Musl
  #endif

  /// A POSIX mutex, which needs no Foundation.
  ///
  /// `Synchronization.Mutex` would do, but the thread sanitizer does not recognize it: it reports a
  /// race for each two accesses that a `Mutex` orders.
  private final class Lock {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    init() {
      let error = pthread_mutex_init(mutex, nil)
      precondition(error == 0, "pthread_mutex_init failed with error \(error)")
    }

    deinit {
      pthread_mutex_destroy(mutex)
      mutex.deallocate()
    }

    func lock() { pthread_mutex_lock(mutex) }

    func unlock() { pthread_mutex_unlock(mutex) }
  }
#endif

/// A value that is read and changed only while its lock is held.
// @unchecked Sendable:
// 1. `value` is private and accessed in `withLock` alone, between `lock` and `unlock`.
// 2. `Value` and every result of `withLock` are `Sendable`, so nothing that leaves shares mutable
//    state with what stays.
final class Locked<Value: Sendable>: @unchecked Sendable {
  private let lock = Lock()
  private var value: Value

  init(_ value: Value) {
    self.value = value
  }

  func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body(&value)
  }
}
