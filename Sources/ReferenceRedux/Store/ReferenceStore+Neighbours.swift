extension ReferenceStore {
  /// Runs `work` on the live state, on the executor, in order with the actions; observers are told
  /// after it as after an action.
  ///
  /// - Parameter work: what to do with the state; the rules of a reduce block hold.
  package func enqueue(_ work: @escaping @Sendable (State) -> Void) {
    mailbox.put(nil, .work(work), schedule: schedule)
  }

  /// Runs `hook` on the main actor each time right before a notification is posted.
  ///
  /// - Parameter hook: called for as long as the store lives; also where notifications are off.
  package func beforePost(_ hook: @escaping @MainActor () -> Void) {
    progress.withLock { $0.audience.addHook(hook) }
  }
}
