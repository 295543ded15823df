/// The work that waits for the main actor, in order, none of it left out.
///
/// Notifications are coalesced, which suits observers that read the present state. The work that must follow
/// each single action goes here, and so do the actions of other threads.
package final class MainActorInbox: Sendable {
  package typealias Work = @MainActor @Sendable () -> Void

  private let waiting = Locked<(work: [Work], isTurnPending: Bool)>(([], false))

  /// Whether the main actor runs the work now, so that a nested call must not run later work first.
  @MainActor package private(set) var isRunning = false

  package init() {}

  /// Puts work last.
  ///
  /// The turn that notifies observers runs it, where a hook calls `run()`.
  package func put(_ work: @escaping Work) {
    waiting.withLock { $0.work.append(work) }
  }

  /// Puts work last, if there is any, and has the main actor take a turn, one for all that waits until then.
  package func put(_ work: Work? = nil, turn: @escaping Work) {
    let needsTurn = waiting.withLock { waiting in
      if let work { waiting.work.append(work) }
      return !exchange(&waiting.isTurnPending, with: true)
    }
    guard needsTurn else { return }
    Task { @MainActor in
      waiting.withLock { $0.isTurnPending = false }
      turn()
    }
  }

  /// Runs the work that waits now; does nothing when called by such work.
  @MainActor
  package func run() {
    guard !isRunning else { return }
    isRunning = true
    for work in waiting.withLock({ exchange(&$0.work, with: []) }) { work() }
    isRunning = false
  }
}
