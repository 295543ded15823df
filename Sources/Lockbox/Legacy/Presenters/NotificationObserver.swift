import Foundation

/// Observes a notification that is posted on the main actor, until it is released.
//
// Sendable because
// 1. `token` is set once, in `init`, and read once, in `deinit`, and
// 2. a notification center removes observers from any thread.
final class NotificationObserver: @unchecked Sendable {
  private let token: any NSObjectProtocol

  init(
    of name: Notification.Name, from sender: AnyObject, _ handle: @escaping @MainActor () -> Void
  ) {
    token = NotificationCenter.default.addObserver(forName: name, object: sender, queue: nil) { _ in
      MainActor.assumeIsolated(handle)
    }
  }

  deinit {
    NotificationCenter.default.removeObserver(token)
  }
}
