import Foundation

/// A value that is only reached while its lock is held: the one lock wrapper of this
/// module and of those that import it.
///
/// The platforms go back to a time before `Synchronization.Mutex`, hence `NSLock`. The value lies
/// in memory of its own: the lock is what keeps two accesses apart, so that the run-time check of
/// a stored property, paid per action, would find nothing.
///
/// `@unchecked Sendable` because:
/// 1. `value` is private and touched in `withLock` alone, between `lock()` and `unlock()`.
/// 2. `body` borrows it `inout` for the length of the call and cannot keep that borrow.
/// 3. What `body` returns is either `Sendable` or meant to leave: every caller in this module
///    returns counts, closures that are `Sendable`, or a batch whose ownership moves with it.
package final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private let memory: UnsafeMutableRawPointer
  private let value: UnsafeMutablePointer<Value>

  package init(_ value: sending Value) {
    // Cache lines of its own: the two locks of a store are held by different cores.
    let line = 128
    let size = (MemoryLayout<Value>.stride + line - 1) / line * line
    memory = .allocate(byteCount: size, alignment: line)
    self.value = memory.initializeMemory(as: Value.self, to: value)
  }

  deinit {
    value.deinitialize(count: 1)
    memory.deallocate()
  }

  @inline(__always)
  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value.pointee)
  }
}
