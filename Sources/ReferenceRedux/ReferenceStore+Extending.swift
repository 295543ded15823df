internal import Dispatch

// The additions of other modules of the package to a store.
extension ReferenceStore {
  /// Runs `work` on the live state, on the executor, in order with the actions.
  ///
  /// The rules of a reduce block apply. The store notifies observers as after an action.
  package func enqueue(_ work: @escaping @Sendable (State) -> Void) {
    mailbox.put(.work(work), schedule: schedule)
  }

  /// Runs `work` on the live state before the next action, ahead of everything that is pending.
  ///
  /// The rules of a reduce block apply.
  package func interrupt(_ work: @escaping @Sendable (State) -> Void) {
    hooks.withLock { $0.interruptions.append(work) }
    progress.withLock { $0.isInterrupted = true }
    // Wakes the executor if nothing is pending.
    enqueue { _ in }
  }

  /// Replaces the blocks of the store from the next action on.
  ///
  /// Only from work that `enqueue(_:)` or `interrupt(_:)` runs.
  package func replaceBlocks(_ make: @escaping () -> [ReduceBlock<State, Action>]) {
    live.replaceBlocks(make)
  }

  /// Runs `hook` on the main actor right before each notification, also if notifications are off.
  ///
  /// The result removes the hook, by the rule of `ObservationToken.cancel()`.
  @discardableResult
  package func beforePost(_ hook: @escaping @MainActor () -> Void) -> @Sendable () -> Void {
    addObserver({ _ in hook() }, at: .beforePost)
  }

  /// Runs `hook` on the main actor at the start of each turn, before anything is notified, for as long as
  /// the store lives.
  package func beforeTurn(_ hook: @escaping @MainActor () -> Void) {
    _ = addObserver({ _ in hook() }, at: .start)
  }

  /// Runs `hook` on the main actor after each notification, when all observers are notified, for as
  /// long as the store lives.
  package func afterPost(_ hook: @escaping @MainActor (StoreChange) -> Void) {
    _ = addObserver(hook, at: .end)
  }

  /// Runs `hook` on the executor after the reduce blocks of each action from now on, and lends the state to
  /// `first` right before the first of them.
  ///
  /// Waits for what this caller dispatched before. Both closures find a state that is up to date, if
  /// `updating` is true, and must not change it. The result removes the hook, after all pending actions.
  ///
  /// - Precondition: Not called from a reduce block or from inside `read(_:)`.
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

  /// Runs `hook` on the executor after each burst of actions, before the store schedules the
  /// notification of the last one: observers find what the hook prepares.
  ///
  /// It must not change the state. Deferred parts of the state are brought up to date before, as
  /// `beforeAccess(_:)` says, if any hook says that it needs that; the executor calls `needsUpdate`.
  /// The result removes the hook.
  package func afterBurst(
    needsUpdate: @escaping @Sendable () -> Bool = { true },
    _ hook: @escaping @Sendable (State) -> Void
  ) -> @Sendable () -> Void {
    let id = hooks.withLock { $0.afterBurst.add((needsUpdate, hook)) }
    return removal { $0.afterBurst.remove(id) }
  }

  /// Runs `hook` on the executor after the first action of each burst of several, with `true`, and
  /// after each burst, with `false`.
  ///
  /// The result removes the hook.
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

  /// Runs `work` on the executor after everything that was dispatched before, without access to the state.
  func afterPendingActions(_ work: @escaping @Sendable () -> Void) {
    queue.async { withExtendedLifetime(self) { work() } }
  }

  /// Runs `hook`, which brings deferred parts of the state up to date, before the store copies the
  /// state or lends it to a reader.
  ///
  /// It replaces an earlier hook. Hooks of this kind come before hooks after bursts or actions.
  package func beforeAccess(_ hook: @escaping @Sendable (State) -> Void) {
    hooks.withLock { $0.beforeAccess = hook }
  }

  /// Runs `hook` on each copy of the state before the store hands it out, with the access that the copying has.
  ///
  /// It replaces an earlier hook. Only from the initializer of a subclass.
  package func afterCopy(_ hook: @escaping @Sendable (State) -> Void) {
    live.completeCopy = hook
  }
}
