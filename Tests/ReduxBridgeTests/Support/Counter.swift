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

/// Collects from any thread.
///
/// `@unchecked Sendable` because `elements` is touched under `lock` alone.
final class Collector<Element: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var elements: [Element] = []

  var values: [Element] { lock.withLock { elements } }

  func append(_ element: Element) { lock.withLock { elements.append(element) } }
}
