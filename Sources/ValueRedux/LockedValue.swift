#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#else
  internal import Musl
#endif

/// A value that is read and changed only while its lock is held.
///
/// The lock is a POSIX mutex, which needs no Foundation. `Synchronization.Mutex` would do, but the thread
/// sanitizer does not recognize it: it reports a race for each two accesses that a `Mutex` orders.
///
/// `@safe`: it owns its mutex, which nothing else refers to.
// @unchecked Sendable:
// 1. `value` is accessed in the initializer and in `withLock` alone, between `lock` and `unlock`.
// 2. `Value` and every result of `withLock` are `Sendable`, so nothing that leaves shares mutable
//    state with what stays.
@safe @usableFromInline
package final class LockedValue<Value: Sendable>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  @usableFromInline var value: Value

  @usableFromInline
  package init(_ value: Value) {
    self.value = value
    let error = unsafe pthread_mutex_init(mutex, nil)
    precondition(error == 0, "pthread_mutex_init failed with error \(error)")
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  @inlinable
  package func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    lock()
    defer { unlock() }
    return body(&value)
  }

  @usableFromInline func lock() { unsafe pthread_mutex_lock(mutex) }

  @usableFromInline func unlock() { unsafe pthread_mutex_unlock(mutex) }
}
