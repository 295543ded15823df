#if canImport(Darwin)
  internal import Foundation

  /// A value that is read and changed only while its lock is held.
  // @unchecked Sendable:
  // 1. `value` is private and accessed in `withLock` alone, between `lock` and `unlock`.
  // 2. `Value` and every result of `withLock` are `Sendable`, so nothing that leaves shares mutable
  //    state with what stays.
  final class Locked<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
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
#else
  internal import Synchronization

  /// A value that is read and changed only while its lock is held.
  final class Locked<Value: Sendable>: Sendable {
    private let mutex: Mutex<Value>

    init(_ value: Value) {
      mutex = Mutex(value)
    }

    func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
      mutex.withLock { body(&$0) }
    }
  }
#endif
