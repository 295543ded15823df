/// The part of an autosave that lives on while there is something to save.
final class AutosaveWorker<State: AnyObject & Codable & SendableMetatype, Action: Sendable>:
  Sendable
{
  private typealias Waiter = CheckedContinuation<Void, any Error>

  private struct Due {
    /// What is to be saved; `nil` when everything is.
    var store: ReferenceStore<State, Action>?
    var firstChange = Duration.zero
    var lastChange = Duration.zero
    var isWorking = false
    var isSaving = false
    var isUrgent = false
    var retries = true
    var sleeper: Task<Void, Never>?
    var waitersForNext: [Waiter] = []
    var waitersForCurrent: [Waiter] = []
  }

  private let due = Locked(Due())
  private let delay: Duration
  private let limit: Duration?
  private let clock: AutosaveClock
  private let failure: @Sendable (any Error) -> Void
  private let save: @concurrent @Sendable (sending State) async throws -> Void

  init(
    delay: Duration, limit: Duration?, clock: AutosaveClock,
    failure: @escaping @Sendable (any Error) -> Void,
    save: @escaping @concurrent @Sendable (sending State) async throws -> Void
  ) {
    self.delay = delay
    self.limit = limit
    self.clock = clock
    self.failure = failure
    self.save = save
  }

  func noteChange(of store: ReferenceStore<State, Action>) {
    let now = clock.now()
    let mustStart = due.withLock { due in
      if due.store == nil {
        due.store = store
        due.firstChange = now
      }
      due.lastChange = now
      defer { due.isWorking = true }
      return !due.isWorking
    }
    if mustStart {
      Task.detached(priority: .utility) { await self.work() }
    }
  }

  /// A save that fails from here on is not tried again.
  func giveUpRetrying() {
    due.withLock { $0.retries = false }
  }

  func flush() async throws {
    try await withCheckedThrowingContinuation { (waiter: Waiter) in
      let isSaved = due.withLock { due in
        if due.store != nil {
          due.waitersForNext.append(waiter)
          due.isUrgent = true
          due.sleeper?.cancel()
        } else if due.isSaving {
          due.waitersForCurrent.append(waiter)
        } else {
          return true
        }
        return false
      }
      if isSaved { waiter.resume() }
    }
  }

  private func work() async {
    while let store = await takeDue() {
      do {
        try await save(store.snapshot())
        finish().forEach { $0.resume() }
      } catch {
        failure(error)
        finish(stillDue: store).forEach { $0.resume(throwing: error) }
      }
    }
  }

  /// Waits until a save is due.
  ///
  /// Returns `nil`, and ends the work, if everything is saved.
  private func takeDue() async -> ReferenceStore<State, Action>? {
    let isDone = due.withLock { due in
      due.isWorking = due.store != nil
      return !due.isWorking
    }
    if isDone { return nil }
    await sleepUntilDue()
    return due.withLock { due in
      due.isSaving = true
      due.isUrgent = false
      swap(&due.waitersForCurrent, &due.waitersForNext)
      return due.store.take()
    }
  }

  private func sleepUntilDue() async {
    while true {
      let (time, isUrgent) = due.withLock { due in
        let quiet = due.lastChange + delay
        return (limit.map { min(quiet, due.firstChange + $0) } ?? quiet, due.isUrgent)
      }
      if isUrgent || clock.now() >= time { return }
      let sleeper = Task { [clock] in _ = try? await clock.sleep(time) }
      due.withLock { due in
        due.sleeper = sleeper
        if due.isUrgent { sleeper.cancel() }
      }
      await sleeper.value
      due.withLock { $0.sleeper = nil }
    }
  }

  /// Ends a save, and returns who waited for it.
  private func finish(stillDue store: ReferenceStore<State, Action>? = nil) -> [Waiter] {
    let now = clock.now()
    return due.withLock { due in
      due.isSaving = false
      if let store, due.retries || due.store != nil || !due.waitersForNext.isEmpty {
        due.store = store
        due.firstChange = now
        due.lastChange = now
      }
      defer { due.waitersForCurrent = [] }
      return due.waitersForCurrent
    }
  }
}
