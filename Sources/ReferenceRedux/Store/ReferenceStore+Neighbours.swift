extension ReferenceStore {
  /// Runs `work` on the live state, on the executor, in order with the actions; observers are told
  /// after it as after an action.
  ///
  /// - Parameter work: what to do with the state; the rules of a reduce block hold.
  package func enqueue(_ work: @escaping @Sendable (State) -> Void) {
    mailbox.put(.work(work), schedule: schedule)
  }

  /// Runs `work` on the live state before the next action, ahead of all that is pending.
  ///
  /// - Parameter work: what to do with the state; the rules of a reduce block hold.
  package func interrupt(_ work: @escaping @Sendable (State) -> Void) {
    hooks.withLock { $0.interrupt(work) }
    progress.withLock { $0.isInterrupted = true }
    // Where nothing is pending, this is what the interruption overtakes.
    enqueue { _ in }
  }

  /// Lets the actions that follow go through `blocks` instead of those that they went through.
  ///
  /// Only from work that `enqueue(_:)` or `interrupt(_:)` runs.
  ///
  /// - Parameter blocks: the blocks, in the order in which they are to run.
  package func replaceBlocks(_ blocks: [ReduceBlock<State, Action>]) {
    live.replaceBlocks(blocks)
  }

  /// Runs `hook` on the main actor each time right before a notification is posted, also where
  /// notifications are off.
  ///
  /// - Parameter hook: what to run.
  /// - Returns: removes the hook; a hook that is never removed is called for as long as the store
  ///   lives.
  @discardableResult
  package func beforePost(_ hook: @escaping @MainActor () -> Void) -> @Sendable () -> Void {
    let id = progress.withLock { $0.audience.addHook(hook) }
    return { [weak self] in _ = self?.progress.withLock { $0.audience.removeHook(id) } }
  }

  /// Runs `hook` on the main actor each time after a notification was posted and all were told, for
  /// as long as the store lives.
  ///
  /// - Parameter hook: what to run; handed how far the store had come when the turn began.
  package func afterPost(_ hook: @escaping @MainActor (StoreChange) -> Void) {
    progress.withLock { $0.audience.addEndHook(hook) }
  }

  /// Runs `hook` on the executor after the reduce blocks of each action, from the actions on that
  /// this caller dispatches afterwards.
  ///
  /// - Parameter hook: reads the state; must not change it.
  /// - Returns: removes the hook, in order with the actions.
  package func afterEachAction(
    _ hook: @escaping ReduceBlock<State, Action>
  ) -> @Sendable () -> Void {
    let marker = FollowerMarker()
    enqueue { [self] _ in live.addFollower(ObjectIdentifier(marker), hook) }
    return { [weak self] in
      self?.enqueue { [weak self] _ in self?.live.removeFollower(ObjectIdentifier(marker)) }
    }
  }

  /// Runs `hook` on the executor after each burst of actions, before the last of them is announced:
  /// what it prepares is there when the observers are told.
  ///
  /// - Parameter hook: reads the state; must not change it.
  /// - Returns: removes the hook.
  package func afterBurst(_ hook: @escaping @Sendable (State) -> Void) -> @Sendable () -> Void {
    let id = hooks.withLock { $0.addAfterBurst(hook) }
    return { [weak self] in _ = self?.hooks.withLock { $0.removeAfterBurst(id) } }
  }

  /// Runs `hook` on the live state each time before it is copied or lent to a reader.
  ///
  /// - Parameter hook: brings up to date what was put off; takes the place of a former one.
  package func beforeAccess(_ hook: @escaping @Sendable (State) -> Void) {
    hooks.withLock { $0.beforeAccess = hook }
    progress.withLock { $0.hasAccessHook = true }
  }
}

/// What a follower of actions is known by.
private final class FollowerMarker: Sendable {}
