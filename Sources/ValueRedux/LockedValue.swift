#if canImport(Darwin)
  internal import Foundation

  /// A lock of Foundation, which the public interface cannot name.
  @usableFromInline
  final class Lock {
    private let base = NSLock()

    @usableFromInline init() {}

    @usableFromInline func lock() { base.lock() }

    @usableFromInline func unlock() { base.unlock() }
  }
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
  ///
  /// `@safe`: it owns its mutex, which nothing else refers to.
  @safe @usableFromInline
  final class Lock {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    @usableFromInline
    init() {
      let error = unsafe pthread_mutex_init(mutex, nil)
      precondition(error == 0, "pthread_mutex_init failed with error \(error)")
    }

    deinit {
      unsafe pthread_mutex_destroy(mutex)
      unsafe mutex.deallocate()
    }

    @usableFromInline func lock() { unsafe pthread_mutex_lock(mutex) }

    @usableFromInline func unlock() { unsafe pthread_mutex_unlock(mutex) }
  }
#endif

/// A value that is read and changed only while its lock is held.
// @unchecked Sendable:
// 1. `value` is accessed in the initializer and in `withLock` alone, between `lock` and `unlock`.
// 2. `Value` and every result of `withLock` are `Sendable`, so nothing that leaves shares mutable
//    state with what stays.
@usableFromInline
package final class LockedValue<Value: Sendable>: @unchecked Sendable {
  @usableFromInline let lock: Lock
  @usableFromInline var value: Value

  @usableFromInline
  package init(_ value: Value) {
    lock = Lock()
    self.value = value
  }

  @inlinable
  package func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body(&value)
  }
}
