/// When an autosave saves: a pure state machine, which `AutosaveWorker` holds under its lock.
///
/// Each event returns what to do after the lock is released. Times are durations since the clock
/// of the autosave was made. A waiter is a caller of `flush()`.
struct AutosaveSchedule<Waiter: Sendable>: Sendable {
  /// What `stateDidChange` returns.
  enum Change: Equatable {
    case startWorking
    case keepWorking
  }

  /// What `flush` returns.
  enum Flush: Equatable {
    /// Everything is saved: resume the waiter.
    case resume
    /// A save will resume the waiter.
    case wait
    /// A save will resume the waiter: end the sleep, so that it begins at once.
    case wake
  }

  /// What `workDidContinue` returns.
  enum Work: Equatable {
    case sleep(until: Duration)
    case save
  }

  /// Changes that no save contains yet.
  private struct Unsaved: Sendable {
    let firstChange: Duration
    var lastChange: Duration
    var waiters: [Waiter] = []

    init(since time: Duration) {
      firstChange = time
      lastChange = time
    }
  }

  private enum Phase: Sendable {
    case saved
    /// A save is due later, or at once if anything waits for it.
    case due(Unsaved)
    /// A save is under way, with the waiters for it and the changes since it began.
    case saving([Waiter], Unsaved?)
  }

  private let delay: Duration
  private let limit: Duration?
  private var phase = Phase.saved
  private var retries = true

  init(delay: Duration, limit: Duration?) {
    self.delay = delay
    self.limit = limit
  }

  /// The state of the store changed.
  mutating func stateDidChange(at now: Duration) -> Change {
    switch phase {
    case .saved:
      phase = .due(Unsaved(since: now))
      return .startWorking
    case .due(var unsaved):
      unsaved.lastChange = now
      phase = .due(unsaved)
    case .saving(let waiters, let unsaved):
      var unsaved = unsaved ?? Unsaved(since: now)
      unsaved.lastChange = now
      phase = .saving(waiters, unsaved)
    }
    return .keepWorking
  }

  /// A caller requests that everything be saved now.
  mutating func flush(_ waiter: Waiter) -> Flush {
    switch phase {
    case .saved:
      return .resume
    case .due(var unsaved):
      unsaved.waiters.append(waiter)
      phase = .due(unsaved)
      return .wake
    case .saving(var waiters, nil):
      waiters.append(waiter)
      phase = .saving(waiters, nil)
      return .wait
    case .saving(let waiters, var unsaved?):
      unsaved.waiters.append(waiter)
      phase = .saving(waiters, unsaved)
      return .wait
    }
  }

  /// The worker started, woke up, or ended a save after which another one is due.
  mutating func workDidContinue(at now: Duration) -> Work {
    guard case .due(let unsaved) = phase else {
      preconditionFailure("An autosave works only while a save is due")
    }
    let quiet = unsaved.lastChange + delay
    let time = limit.map { min(quiet, unsaved.firstChange + $0) } ?? quiet
    guard now >= time || !unsaved.waiters.isEmpty else { return .sleep(until: time) }
    phase = .saving(unsaved.waiters, nil)
    return .save
  }

  /// The save ended.
  ///
  /// Returns the waiters to resume, and whether the work continues.
  mutating func saveDidEnd(failed: Bool, at now: Duration) -> (waiters: [Waiter], continues: Bool) {
    guard case .saving(let waiters, var unsaved) = phase else {
      preconditionFailure("An autosave ends only the save that it began")
    }
    if failed, retries || unsaved != nil {
      var retry = Unsaved(since: now)
      retry.waiters = unsaved?.waiters ?? []
      unsaved = retry
    }
    phase = unsaved.map(Phase.due) ?? .saved
    return (waiters, unsaved != nil)
  }

  /// The autosave was released: a save that fails from now on is not retried.
  mutating func stopRetrying() {
    retries = false
  }

  /// Whether a save is due at once, so that the worker must not sleep.
  var isUrgent: Bool {
    if case .due(let unsaved) = phase { !unsaved.waiters.isEmpty } else { false }
  }
}
