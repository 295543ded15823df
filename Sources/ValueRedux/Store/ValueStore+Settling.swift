extension ValueStore {
  /// How many pieces of work the middlewares have running, cancelled ones included that have not
  /// returned yet.
  public var runningWork: Int { context.work.runningCount }

  /// Returns when all that was handed over has been handled and no middleware has work running.
  ///
  /// Work that never ends, for example the observation of something outside, keeps this from
  /// returning until that work, or the task that waits here, is cancelled.
  public func settle() async {
    while !isSettled && !Task.isCancelled {
      await waitForProgress()
    }
  }

  /// Whether nothing is on its way to the store.
  package var isSettled: Bool { !mailbox.isBusy && context.work.runningCount == 0 }

  /// Returns when the store is settled, when somebody reported progress, or on cancellation.
  package func waitForProgress() async {
    if mailbox.isBusy {
      await mailbox.waitUntilCollected()
    } else {
      await context.work.waitUntilIdle()
    }
  }

  /// Has everybody who waits for progress look again.
  package func reportProgress() {
    context.work.resumeWaiters()
  }
}
