/// The work of the main actor after single actions, in order, none of it left out.
///
/// Notifications are coalesced, which suits observers that read the present state. What must follow
/// each single action goes here.
package final class ActionEvents: Sendable {
  package typealias Work = @MainActor @Sendable () -> Void

  private let waiting = Locked<[Work]>([])

  /// Whether the main actor runs the work now, so that a nested call must not run later work first.
  @MainActor package private(set) var isRunning = false

  /// Puts work last.
  ///
  /// The turn that notifies observers runs it, where a hook calls `run()`.
  package func put(_ work: @escaping Work) {
    waiting.withLock { $0.append(work) }
  }

  /// Runs the work that waits now; does nothing when called by such work.
  @MainActor
  package func run() {
    guard !isRunning else { return }
    isRunning = true
    for work in waiting.withLock({ exchange(&$0, with: []) }) { work() }
    isRunning = false
  }
}
