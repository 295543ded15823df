internal import Dispatch

/// Knows whether the caller runs on the main queue, which is the executor of the main actor.
///
/// The main thread is not the same: on Linux, the main queue moves to another thread once an
/// asynchronous `main` has suspended.
@usableFromInline
package enum MainQueue {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Whether the caller runs on the main queue.
  package static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }

  /// Runs a closure at once on the main actor, or in a later turn of it when called elsewhere.
  package static func run(_ work: @escaping @MainActor @Sendable () -> Void) {
    if isCurrent { MainActor.assumeIsolated(work) } else { Task { @MainActor in work() } }
  }

  /// Releases a value and its memory at once on the main actor, or in a later turn of it.
  @usableFromInline
  static func release<Value>(_ place: UnsafeMutablePointer<Value>) {
    guard isCurrent else {
      nonisolated(unsafe) let place = unsafe place
      return run { unsafe release(place) }
    }
    unsafe place.deinitialize(count: 1).deallocate()
  }
}
