import Foundation
import ReferenceRedux

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

/// Counts the notifications of one store.
///
/// `@unchecked Sendable` because `token` is a constant that is only used when the counter is released.
final class NotificationCounter: @unchecked Sendable {
  private let counter = Counter()
  private let token: any NSObjectProtocol

  init(of store: any (AnyObject & Sendable)) {
    let counter = counter
    token = NotificationCenter.default.addObserver(
      forName: .RDXStateDidChange, object: store, queue: nil
    ) { _ in counter.increment() }
  }

  deinit { NotificationCenter.default.removeObserver(token) }

  var count: Int { counter.value }
}
