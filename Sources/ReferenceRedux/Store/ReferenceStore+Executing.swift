internal import Dispatch

// The executor: everything that touches the live state.
extension ReferenceStore {
  /// Does what is in the mailbox.
  ///
  /// Runs on `queue`, as a job of its own, never within a caller.
  func drain() {
    let batch = mailbox.takeAll()
    let isInterrupted = progress.withLock { progress in
      progress.occupancy.begin(.reducing)
      return progress.isInterrupted
    }
    if isInterrupted { letInterruptionThrough() }
    var done = 0
    for (position, errand) in batch.errands {
      reduce(done..<position, of: batch)
      done = position
      perform(errand)
    }
    reduce(done..<batch.count, of: batch)
    progress.withLock { $0.occupancy.end() }
    mailbox.recycle(batch)
  }

  private func reduce(_ range: Range<Int>, of batch: Batch<State, Action>) {
    let last = batch.count - 1 - range.lowerBound
    live.reduce(
      batch.actions + range.lowerBound, count: range.count, number: nextActionNumber
    ) { index in
      if index == last { endBurst() }
      return finish(countingAction: true)
    }
  }

  private func perform(_ errand: Batch<State, Action>.Errand) {
    switch errand {
    case .resume(let continuation):
      continuation.resume()
    case .work(let work):
      live.perform(work)
      endBurst()
      _ = finish(countingAction: false)
    }
  }

  private func endBurst() {
    for hook in hooks.withLock({ $0.afterBurstHooks }) { live.lend(hook) }
  }

  /// Counts what was done, has it announced, and lets an interruption through.
  ///
  /// - Returns: whether there was an interruption, which may have replaced the blocks.
  private func finish(countingAction: Bool) -> Bool {
    let aftermath = progress.withLock { progress in
      progress.errandDone(
        countingAction: countingAction, postsNotifications: configuration.postsNotifications)
    }
    if aftermath.needsTurn {
      Task { @MainActor in announce() }
    }
    if aftermath.isInterrupted { letInterruptionThrough() }
    return aftermath.isInterrupted
  }

  private func letInterruptionThrough() {
    progress.withLock { $0.isInterrupted = false }
    if let interruption = hooks.withLock({ $0.takeInterruption() }) {
      live.perform(interruption)
    }
  }

  private var nextActionNumber: Int {
    progress.withLock { $0.actionsReduced } + 1
  }

  /// Runs `body` with the state to itself, on the calling thread, after all that the caller
  /// dispatched before is reduced.
  func occupying<Result>(
    _ activity: Occupancy.Activity, _ caller: StaticString,
    _ body: (LiveState<State, Action>) throws -> Result
  ) rethrows -> Result {
    refuseReentry(caller)
    return try queue.sync { try occupyingHere(activity, body) }
  }

  /// Runs `body` with the state to itself.
  ///
  /// Only from `queue`.
  func occupyingHere<Result>(
    _ activity: Occupancy.Activity, _ body: (LiveState<State, Action>) throws -> Result
  ) rethrows -> Result {
    let hasAccessHook = progress.withLock { progress in
      progress.occupancy.begin(activity)
      if activity == .copying { progress.copiesMade += 1 }
      return progress.hasAccessHook
    }
    defer { progress.withLock { $0.occupancy.end() } }
    if hasAccessHook, let hook = hooks.withLock({ $0.beforeAccess }) { live.perform(hook) }
    return try body(live)
  }

  /// Ends the process if the calling thread holds the state already.
  func refuseReentry(_ caller: StaticString) {
    switch progress.withLock({ $0.occupancy.activityOfThisThread }) {
    case nil:
      return
    case .reducing:
      let action = live.actionInHand.map { "\(ActionRecord($0, number: nextActionNumber))" }
      fatalError(
        """
        \(caller) was called on the thread that is reducing \(action ?? "for the store itself"): \
        it would wait for itself. A reduce block uses the state that it was handed; what must \
        happen afterwards is dispatched as an action.
        """)
    case .reading, .copying:
      fatalError(
        """
        \(caller) was called on the thread that is reading the same store: it would wait for \
        itself. Use the state that the closure was handed.
        """)
    }
  }
}
