internal import Foundation

/// A value behind a lock: the one lock wrapper of the value side.
// @unchecked Sendable:
// 1. `value` is private and touched in `withLock` alone, between `lock` and `unlock`.
// 2. `Value` is `Sendable`, so nothing that leaves `withLock` shares state with what stays.
package final class Locked<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  package init(_ value: Value) {
    self.value = value
  }

  package func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body(&value)
  }
}
