/// When an autosave saves: a pure state machine, which `AutosaveWorker` holds under its lock.
///
/// Each event returns what to do after the lock is released. Times are durations since the clock of
/// the autosave was made. A waiter is a caller of `flush()`.
struct AutosaveSchedule<Waiter: Sendable>: Sendable {
  /// A save resumes the waiter, and must begin now if the answer is `wake`.
  enum Flush {
    case resume, wait, wake
  }

  enum Work: Equatable {
    case sleep(until: Duration)
    case save
  }

  private struct Unsaved {
    let firstChange: Duration
    var lastChange: Duration
    var waiters: [Waiter] = []
  }

  private let delay: Duration
  private let limit: Duration?
  /// Changes that no save contains yet: another save is due.
  private var unsaved: Unsaved?
  /// The waiters for the save that is under way, or `nil` if there is none.
  private var saving: [Waiter]?
  private var retries = true
  /// Whether more actions follow the last change at once.
  private var isChanging = false
  /// The saves that failed since the last one that did not.
  private var failures = 0
  /// Before this time a save that failed is not retried, unless a caller of `flush()` waits.
  private var retryTime = Duration.zero

  init(delay: Duration, limit: Duration?) {
    self.delay = delay
    self.limit = limit
  }

  /// Whether a caller waits for a save that has not begun.
  var isUrgent: Bool { unsaved?.waiters.isEmpty == false }

  /// The state of the store changed.
  ///
  /// Returns whether the worker must start. `continues` if more actions follow at once. They count as
  /// changes until the next call.
  mutating func stateDidChange(at now: Duration, continues: Bool = false) -> Bool {
    isChanging = continues
    let startsWorking = unsaved == nil && saving == nil
    if unsaved == nil { unsaved = Unsaved(firstChange: now, lastChange: now) }
    unsaved?.lastChange = now
    return startsWorking
  }

  /// A caller requests that everything be saved now.
  mutating func flush(_ waiter: Waiter) -> Flush {
    if unsaved != nil {
      unsaved?.waiters.append(waiter)
      return saving == nil ? .wake : .wait
    }
    saving?.append(waiter)
    return saving == nil ? .resume : .wait
  }

  /// The worker started, woke up, or ended a save after which another one is due.
  mutating func workDidContinue(at now: Duration) -> Work {
    guard let unsaved else { preconditionFailure("An autosave works only while a save is due") }
    let quiet = isChanging ? now + max(delay, Self.shortestWait) : unsaved.lastChange + delay
    let end = limit.map { min(quiet, unsaved.firstChange + $0) } ?? quiet
    let time = max(end, retryTime)
    guard isUrgent || now >= time else { return .sleep(until: time) }
    saving = unsaved.waiters
    // The rest of a burst is a change as well, which has its own limit.
    self.unsaved = isChanging ? Unsaved(firstChange: now, lastChange: now) : nil
    return .save
  }

  /// The save ended.
  ///
  /// Returns the waiters to resume, and whether another save is due.
  mutating func saveDidEnd(failed: Bool, at now: Duration) -> (waiters: [Waiter], continues: Bool) {
    if failed, retries || unsaved != nil {
      let waiters = unsaved?.waiters ?? []
      unsaved = Unsaved(firstChange: now, lastChange: now, waiters: waiters)
    }
    failures = failed ? failures + 1 : 0
    retryTime = failed ? now + backoff : .zero
    defer { saving = nil }
    return (saving ?? [], unsaved != nil)
  }

  /// The time from a failure to the next try: the delay, and twice as long after each further
  /// failure, up to a minute.
  private var backoff: Duration {
    let first = max(delay, Self.shortestWait)
    return max(delay, min(first * (1 << min(failures - 1, 20)), .seconds(60)))
  }

  /// Below it a worker would do nothing but look at the clock.
  private static var shortestWait: Duration { .milliseconds(10) }

  /// The autosave was released: a save that fails from now on is not retried.
  mutating func stopRetrying() {
    retries = false
  }
}
