internal import Foundation

/// A value behind a lock.
///
/// The deployment targets do not have `Synchronization.Mutex`, hence `NSLock`. The value lies in
/// memory of its own, without the run-time exclusivity check of a stored property, which would cost
/// time per action and find nothing that the lock does not already exclude.
///
/// `@unchecked Sendable` because:
/// 1. `value` is private, and only `withLock` accesses it, between `lock()` and `unlock()`.
/// 2. `body` borrows it as `inout sending`: a reference that `body` leaves in it, or takes out of
///    it, is part of no other isolation region.
/// 3. The result is `sending`: the compiler refuses to return a part of the value that is not
///    `Sendable` and still belongs to it.
package final class Locked<Value: ~Copyable>: @unchecked Sendable {
  private let lock = NSLock()
  private let memory: UnsafeMutableRawPointer
  private let value: UnsafeMutablePointer<Value>

  package init(_ value: consuming sending Value) {
    // Cache lines of its own, because different cores hold the two locks of a store.
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
  package func withLock<Result: ~Copyable>(
    _ body: (inout sending Value) throws -> sending Result
  ) rethrows -> sending Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value.pointee)
  }
}
