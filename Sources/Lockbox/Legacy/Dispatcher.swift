import Foundation

/// Delivers every action of the app to the registered receivers.
//
// Sendable because
// 1. `receivers` is the only mutable state, and
// 2. it is read and written under `lock` alone.
final class Dispatcher: @unchecked Sendable {
  static let shared = Dispatcher()

  private let lock = NSLock()
  private var receivers: [@Sendable (LockboxAction) -> Void] = []

  /// Calls `receiver` with each later action, on the thread that dispatches it.
  func register(_ receiver: @escaping @Sendable (LockboxAction) -> Void) {
    lock.withLock { receivers.append(receiver) }
  }

  func dispatch(_ action: LockboxAction) {
    for receiver in lock.withLock({ receivers }) { receiver(action) }
  }
}
