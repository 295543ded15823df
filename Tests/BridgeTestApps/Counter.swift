import Foundation

/// Counts from any thread.
///
/// `@unchecked Sendable` because `count` is touched under `lock` alone.
final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0

  var value: Int { lock.withLock { count } }

  func increment() { lock.withLock { count += 1 } }
}

/// Keeps an object, as a block must not keep one of the state.
///
/// `@unchecked Sendable` because one thread at a time uses it.
final class Kept<Object: AnyObject>: @unchecked Sendable {
  var object: Object?
}
