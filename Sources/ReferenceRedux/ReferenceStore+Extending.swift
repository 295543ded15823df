internal import Dispatch

// The additions of other modules of the package to a store.
extension ReferenceStore {
  /// Runs `work` on the live state, on the executor, in order with the actions.
  ///
  /// The closure follows the rules of a reduce block. The store notifies observers as after an action.
  package func enqueue(_ work: @escaping @Sendable (State) -> Void) {
    mailbox.put(.work(work), schedule: schedule)
  }

  /// Runs `work` on the live state before the next action, ahead of all pending actions and work.
  ///
  /// The closure follows the rules of a reduce block.
  package func interrupt(_ work: @escaping @Sendable (State) -> Void) {
    hooks.withLock { $0.interruptions.append(work) }
    progress.withLock { $0.isInterrupted = true }
    // Wakes the executor if nothing is pending.
    enqueue { _ in }
  }

  /// Replaces the blocks of the store from the next action on.
  ///
  /// Only work of `enqueue(_:)` or `interrupt(_:)` may call this method.
  package func replaceBlocks(_ make: @escaping () -> [ReduceBlock<State, Action>]) {
    live.replaceBlocks(make)
  }

  /// Runs `hook` on the main actor right before each notification, even if notifications are off.
  ///
  /// The returned closure removes the hook, by the rule of `ObservationToken.cancel()`.
  @discardableResult
  package func beforePost(_ hook: @escaping @MainActor () -> Void) -> @Sendable () -> Void {
    addObserver({ _ in hook() }, at: .beforePost)
  }

  /// Runs `hook` on the main actor at the start of each turn before the store notifies observers, for the lifetime of
  /// the store.
  package func beforeTurn(_ hook: @escaping @MainActor () -> Void) {
    _ = addObserver({ _ in hook() }, at: .start)
  }

  /// Runs `hook` on the main actor after each notification of all observers, for the lifetime of the store.
  package func afterPost(_ hook: @escaping @MainActor (StoreChange) -> Void) {
    _ = addObserver(hook, at: .end)
  }

  /// Runs `hook` on the executor after the reduce blocks of each later action, and lends the state to `first` right
  /// before the first of these actions.
  ///
  /// The call first waits until all actions that the caller dispatched are reduced. Neither closure may change the
  /// state. If `updating` is true, the closures see an up-to-date state. The returned closure removes the hook after
  /// all pending actions.
  ///
  /// - Precondition: The caller is neither a reduce block nor the closure of `read(_:)`.
  package func afterEachAction(
    updating: Bool = true, first: (State) -> Void, _ hook: @escaping ReduceBlock<State, Action>
  ) -> @Sendable () -> Void {
    let update = updating ? hooks.withLock { $0.beforeAccess } : nil
    let id = withExclusiveAccess(.reading, "An observation") { live in
      live.read(first)
      return live.addActionHook { state, action in
        update?(state)
        hook(state, action)
      }
    }
    return { [weak self] in
      self?.afterPendingActions { [weak self] in
        self?.withExclusiveAccessBetweenActions(.reading, "cancel()") { $0.removeActionHook(id) }
      }
    }
  }

  /// Runs `hook` on the executor after each burst of actions, before the store schedules the notification of the last
  /// action: observers find the results of the hook.
  ///
  /// The hook must not change the state. If `needsUpdate` of any hook returns true, the executor first runs the closure
  /// of `beforeAccess(_:)`. The returned closure removes the hook.
  package func afterBurst(
    needsUpdate: @escaping @Sendable () -> Bool = { true },
    _ hook: @escaping @Sendable (State) -> Void
  ) -> @Sendable () -> Void {
    let id = hooks.withLock { $0.afterBurst.add((needsUpdate, hook)) }
    return removal { $0.afterBurst.remove(id) }
  }

  /// Runs `hook` on the executor with `true` after the first action of each burst of several actions, and with `false`
  /// after each burst.
  ///
  /// The returned closure removes the hook.
  func duringBurst(
    _ hook: @escaping @Sendable (_ continues: Bool) -> Void
  ) -> @Sendable () -> Void {
    let id = hooks.withLock { $0.duringBurst.add(hook) }
    return removal { $0.duringBurst.remove(id) }
  }

  /// The closure that removes a hook, and releases it outside of the lock.
  private func removal<Hook: Sendable>(
    _ remove: @escaping @Sendable (inout ExecutorHooks<State>) -> Hook?
  ) -> @Sendable () -> Void {
    { [weak self] in
      let removed = self?.hooks.withLock { remove(&$0) }
      withExtendedLifetime(removed) {}
    }
  }

  /// Runs `work` on the executor after all pending actions, without access to the state.
  func afterPendingActions(_ work: @escaping @Sendable () -> Void) {
    queue.async { withExtendedLifetime(self) { work() } }
  }

  /// Runs `hook`, which updates deferred parts of the state, before the store copies or lends the state.
  ///
  /// The closure replaces the earlier `beforeAccess` hook, and runs before all hooks for bursts and actions.
  package func beforeAccess(_ hook: @escaping @Sendable (State) -> Void) {
    hooks.withLock { $0.beforeAccess = hook }
  }

  /// Runs `hook` on each copy of the state before the store returns the copy, with the same access as the copying.
  ///
  /// The hook replaces an earlier `afterCopy` hook. Only the initializer of a subclass may call this method.
  package func afterCopy(_ hook: @escaping @Sendable (State) -> Void) {
    live.completeCopy = hook
  }
}
