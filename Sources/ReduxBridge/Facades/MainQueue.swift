import Dispatch

/// Tells whether the caller runs on the main actor.
///
/// The main actor's executor is the main queue, on every platform. The main thread is something else:
/// on Linux the main queue moves to another thread once an asynchronous `main` has suspended.
enum MainQueue {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Whether this code runs on the main queue.
  static var isCurrent: Bool {
    DispatchQueue.getSpecific(key: key) == true
  }
}
