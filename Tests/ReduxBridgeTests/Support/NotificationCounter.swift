import Foundation
import ReferenceRedux

/// Counts the notifications of one store.
///
/// `@unchecked Sendable` because `token` is a constant that is only handed back when the counter goes.
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
