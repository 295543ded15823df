internal import Dispatch

extension ReferenceStore {
  /// Waits until everything that this caller dispatched before is reduced.
  ///
  /// Observers may still have to be told: that needs a turn of the main actor, see `settle()`.
  ///
  /// - Precondition: not called from a reduce block or from inside `read(_:)`. The process ends
  ///   with a message.
  public func flush() {
    refuseReentry("flush()")
    queue.sync {}
  }

  /// Waits until everything that this caller dispatched before is reduced, and the observers were
  /// told of it on the main actor.
  public func settle() async {
    await reduced()
    await withCheckedContinuation { waiter in
      if !progress.withLock({ $0.announcements.wait(waiter) }) { waiter.resume() }
    }
  }

  /// Waits, without blocking a thread, until everything that this caller dispatched is reduced.
  func reduced() async {
    await withCheckedContinuation { waiter in
      queue.async { waiter.resume() }
    }
  }
}
