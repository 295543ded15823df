internal import Foundation

/// A value behind a lock.
///
/// The lock is an `NSLock`, because the deployment targets do not have `Synchronization.Mutex`. The value is in memory
/// of its own, without the run-time exclusivity check of a stored property, which would cost time per action and find
/// nothing that the lock does not already exclude.
///
/// `@unchecked Sendable` because:
/// 1. `value` is private, and only `withLock` accesses it, between `lock()` and `unlock()`.
/// 2. `body` receives the value as `inout sending`: the compiler refuses a body that keeps a reference into the value,
///   or that leaves a reference of the caller in the value.
/// 3. The result is `Sendable`. A `sending` result is not enough: Swift 6.3 then accepts `withLock { $0 }`, which
///   returns a reference to a value that is still behind the lock.
///
/// `@safe` because the lock owns the memory of the value, and because of 1 and 2.
@safe package final class Locked<Value: ~Copyable>: @unchecked Sendable {
  private let lock = NSLock()
  private let memory: UnsafeMutableRawPointer
  private let value: UnsafeMutablePointer<Value>

  package init(_ value: consuming sending Value) {
    // Cache lines of its own, because different cores hold the two locks of a store.
    let line = 128
    let size = (MemoryLayout<Value>.stride + line - 1) / line * line
    unsafe memory = .allocate(byteCount: size, alignment: line)
    unsafe self.value = memory.initializeMemory(as: Value.self, to: value)
  }

  deinit {
    unsafe value.deinitialize(count: 1)
    unsafe memory.deallocate()
  }

  @inline(__always)
  package func withLock<Result: Sendable & ~Copyable>(
    _ body: (inout sending Value) throws -> Result
  ) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try unsafe body(&value.pointee)
  }

  /// As `withLock(_:)`, on a lock that another thread takes again and again.
  ///
  /// The lock is not fair: a thread that sleeps until it is free often finds it taken again. Therefore this
  /// tries first, for some ten microseconds, and sleeps only then.
  func withContendedLock<Result: Sendable>(_ body: (inout sending Value) -> Result) -> Result {
    var tries = 1_000
    while !lock.try() {
      tries -= 1
      if tries > 0 { continue }
      lock.lock()
      break
    }
    defer { lock.unlock() }
    return unsafe body(&value.pointee)
  }
}
