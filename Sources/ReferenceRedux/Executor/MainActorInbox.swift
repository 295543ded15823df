/// The work that waits for the main actor, in order; no work is left out.
///
/// Notifications are coalesced, which is right for observers that read the present state. The inbox has the work that
/// must follow each single action, and the actions of other threads.
package final class MainActorInbox: Sendable {
  package typealias Work = @MainActor @Sendable () -> Void

  private let waiting = Locked<(work: [Work], isTurnPending: Bool)>(([], false))

  /// Whether the main actor runs the work now; if so, a nested call does not run later work.
  @MainActor package private(set) var isRunning = false

  package init() {}

  /// Adds work at the end.
  ///
  /// The turn that notifies observers runs the work in a hook, by a call of `run()`.
  package func put(_ work: @escaping Work) {
    waiting.withLock { $0.work.append(work) }
  }

  /// Adds work at the end, if it is not nil, and schedules one turn of the main actor for all waiting work.
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

  /// Runs the work that waits now; a call of this method by such work does nothing.
  @MainActor
  package func run() {
    guard !isRunning else { return }
    isRunning = true
    for work in waiting.withLock({ exchange(&$0.work, with: []) }) { work() }
    isRunning = false
  }
}
