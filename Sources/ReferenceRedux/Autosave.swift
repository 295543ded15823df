/// Saves the state of a store some time after each change.
///
/// ```swift
/// let file = AutosaveFile(at: url)
/// autosave = Autosave(of: store, after: .seconds(1)) { state in
///   try file.write(JSONEncoder().encode(state))
/// }
/// ```
///
/// A save begins when the store has reduced no action for the time `delay`. If actions keep arriving, the save begins
/// when the time `limit` has passed since the first unsaved change. This save does not wait for queued actions: the
/// autosave makes its snapshot between two actions. The autosave calls `save` off the main actor, each time with a new
/// snapshot. Two saves never run at once: changes during a save become part of the next save. If a save fails, the
/// autosave tries again after `delay`, with the state at that time. After each further failure, the autosave waits
/// twice as long, up to a minute.
///
/// While a change is unsaved, the autosave keeps the store alive, so that the last state is not lost. At other times,
/// it does not, so a subclass of the store can have its autosave as a property without a reference cycle. A released
/// autosave still saves the changes of all actions that were dispatched before the release, and then stops observing
/// the store. Call `flush()` before the process ends, so that no change is lost.
///
/// To save the state in a file, use ``AutosaveFile``: only the owner can read the file, and it is never half written.
///
/// ## Thread safety
///
/// Safe from any thread, because a lock protects the mutable state of the autosave.
public final class Autosave<State: AnyObject & Codable, Action: Sendable>: Sendable {
  private let worker: AutosaveWorker
  /// Waits until all actions that the caller dispatched are reduced.
  private let reduced: @Sendable () async -> Void
  /// Stops observing the store after all pending actions, and then calls the closure that it receives.
  private let end: @Sendable (@escaping @Sendable () -> Void) -> Void

  /// Saves the state of `store` after each change, until the autosave is released.
  ///
  /// - Parameters:
  ///   - store: The store whose state the autosave saves.
  ///   - delay: The time without a further change after which a save begins.
  ///   - limit: The longest time that further changes can defer a save, or `nil` for no limit.
  ///   - clock: The clock that measures `delay` and `limit`.
  ///   - failure: A closure that receives the error of each snapshot or save that fails.
  ///   - save: A closure that saves a snapshot. The closure runs off the main actor, one call at a time. `failure` and
  ///     the callers of `flush()` receive the errors of `save`.
  public init(
    of store: ReferenceStore<State, Action>,
    after delay: Duration,
    atLatest limit: Duration? = nil,
    clock: some Clock<Duration> = ContinuousClock(),
    onFailure failure: @escaping @Sendable (any Error) -> Void = { _ in },
    save: @escaping @concurrent @Sendable (sending State) async throws -> Void
  ) where State: SendableMetatype {
    let worker = AutosaveWorker(delay, limit, AutosaveClock(clock), failure)
    self.worker = worker
    let removeHook = store.duringBurst { [weak store] continues in
      guard let store else { return }
      worker.stateDidChange(continues: continues) {
        try await save(store.snapshotBetweenActions())
      }
    }
    reduced = { [weak store] in await store?.reduced() }
    end = { [weak store] didEnd in
      guard let store else { return didEnd() }
      // After everything that was dispatched before: it is saved too.
      store.afterPendingActions {
        removeHook()
        didEnd()
      }
    }
  }

  /// Saves the state of a ``MainReferenceStore`` after each change, until the autosave is released.
  ///
  /// `encode` runs on the main actor, to which the coding of the state can be isolated, and receives the live state,
  /// not a copy. `save` runs off the main actor.
  ///
  /// ```swift
  /// autosave = Autosave(of: store, after: .seconds(1)) { state in
  ///   try JSONEncoder().encode(state)
  /// } save: { data in
  ///   try file.write(data)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - store: The store whose state the autosave saves.
  ///   - delay: The time without a further change after which a save begins.
  ///   - limit: The longest time that further changes can defer a save, or `nil` for no limit.
  ///   - clock: The clock that measures `delay` and `limit`.
  ///   - failure: A closure that receives the error of each encoding or save that fails.
  ///   - encode: A closure that encodes the state between two actions. It must neither change nor keep the state.
  ///   - save: A closure that saves the result of `encode`, one call at a time. `failure` and the callers of `flush()`
  ///     receive the errors of `encode` and of `save`.
  @MainActor
  public init<Saved: Sendable>(
    of store: MainReferenceStore<State, Action>,
    after delay: Duration,
    atLatest limit: Duration? = nil,
    clock: some Clock<Duration> = ContinuousClock(),
    onFailure failure: @escaping @Sendable (any Error) -> Void = { _ in },
    encode: @escaping @MainActor (State) throws -> Saved,
    save: @escaping @concurrent @Sendable (Saved) async throws -> Void
  ) {
    let worker = AutosaveWorker(delay, limit, AutosaveClock(clock), failure)
    self.worker = worker
    let token = store.observe { [weak store] _ in
      guard let store else { return }
      worker.stateDidChange(continues: false) {
        try await save(MainActor.run { try store.read(encode) })
      }
    }
    let pending: any MainStore = store
    reduced = { [weak pending] in await pending?.runPending() }
    end = { [weak pending] didEnd in
      Task {
        await pending?.runPending()
        token.cancel()
        didEnd()
      }
    }
  }

  deinit {
    let worker = worker
    end { worker.stopRetrying() }
  }

  /// Saves all unsaved changes now, and returns when they are saved.
  ///
  /// The call also saves the changes of pending actions that the caller dispatched. If no change is unsaved, the call
  /// only waits until a running save ends.
  ///
  /// - Precondition: `save`, and tasks that it starts, do not call `flush()` before `save` returns: the save would wait
  ///   for itself, so the process ends with a message. A detached task can call it, unless `save` waits for this task.
  /// - Throws: The error of the snapshot or the save. After an error, the autosave tries to save again later.
  public func flush() async throws {
    if let save = RunningSave.current, save.isRunning(in: worker.content) {
      fatalError(
        """
        flush() was called inside the save of the same autosave, which would wait for itself. \
        Save what the closure receives; the autosave saves later changes by itself.
        """)
    }
    await reduced()
    try await worker.flush()
  }
}

/// The part of an autosave that outlives the autosave while a save is due.
private struct AutosaveWorker: Sendable {
  /// Takes a snapshot of the store and saves the snapshot; the closure keeps the store alive.
  typealias Save = @Sendable () async throws -> Void
  typealias Waiter = CheckedContinuation<Void, any Error>

  struct Content {
    var schedule: AutosaveSchedule<Waiter>
    var sleeper: Task<Void, Never>?
  }

  let content: Locked<Content>
  let clock: AutosaveClock
  let failure: @Sendable (any Error) -> Void

  init(
    _ delay: Duration, _ limit: Duration?, _ clock: AutosaveClock,
    _ failure: @escaping @Sendable (any Error) -> Void
  ) {
    content = Locked(.init(schedule: AutosaveSchedule(delay: delay, limit: limit)))
    (self.clock, self.failure) = (clock, failure)
  }

  func stateDidChange(continues: Bool, save: @escaping Save) {
    let now = clock.now()
    if content.withLock({ $0.schedule.stateDidChange(at: now, continues: continues) }) {
      Task.detached(priority: .utility) { await work(save) }
    }
  }

  func stopRetrying() {
    content.withLock { $0.schedule.stopRetrying() }
  }

  func flush() async throws {
    try await withCheckedThrowingContinuation { (waiter: Waiter) in
      let (next, sleeper) = content.withLock { ($0.schedule.flush(waiter), $0.sleeper) }
      switch next {
      case .resume: waiter.resume()
      case .wait: break
      case .wake: sleeper?.cancel()
      }
    }
    // As in `acquireWhatWasReduced()`, for what the save wrote.
    content.withLock { _ in }
  }

  /// Saves until no change is unsaved, and keeps the store alive until then.
  private func work(_ save: Save) async {
    var continues = true
    while continues {
      let now = clock.now()
      let sleeper = content.withLock { content -> Task<Void, Never>? in
        guard case .sleep(let time) = content.schedule.workDidContinue(at: now) else { return nil }
        content.sleeper = Task { _ = try? await clock.sleep(time) }
        return content.sleeper
      }
      if let sleeper { await sleeper.value } else { continues = await run(save) }
    }
  }

  /// Returns whether another save is due.
  private func run(_ save: Save) async -> Bool {
    let outcome: Result<Void, any Error>
    let running = RunningSave(of: content)
    do {
      outcome = .success(
        try await RunningSave.$current.withValue(running) { try await save() })
    } catch {
      failure(error)
      outcome = .failure(error)
    }
    running.end()
    let now = clock.now()
    let failed = (try? outcome.get()) == nil
    let (waiters, continues) = content.withLock { $0.schedule.saveDidEnd(failed: failed, at: now) }
    waiters.forEach { $0.resume(with: outcome) }
    return continues
  }
}

/// Marks the tasks of a save until the save ends.
private final class RunningSave: Sendable {
  @TaskLocal static var current: RunningSave?

  private let worker: Locked<ObjectIdentifier?>

  init(of worker: AnyObject) {
    self.worker = Locked(ObjectIdentifier(worker))
  }

  func isRunning(in worker: AnyObject) -> Bool {
    self.worker.withLock { $0 } == ObjectIdentifier(worker)
  }

  func end() {
    worker.withLock { $0 = nil }
  }
}

/// A clock of any type, whose times are durations since the clock was made.
private struct AutosaveClock: Sendable {
  let now: @Sendable () -> Duration
  let sleep: @Sendable (_ until: Duration) async throws -> Void

  init<Base: Clock>(_ base: Base) where Base.Duration == Duration {
    let start = base.now
    now = { start.duration(to: base.now) }
    sleep = { try await base.sleep(until: start.advanced(by: $0), tolerance: nil) }
  }
}
