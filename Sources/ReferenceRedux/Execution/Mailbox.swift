/// What waits for the executor: filled by any thread, emptied by one job per burst.
///
/// The invariant that gives every reader its own writes: **whenever the mailbox is not empty, a
/// job that empties it stands in the executor's queue**. `schedule` is therefore called while the
/// lock is held. Were it called after, a second thread could see its action covered, ask the queue
/// for a snapshot, and get it before that job.
final class Mailbox<State, Action>: Sendable {
  private struct Content {
    var batch = Batch<State, Action>()
    var spare: Batch<State, Action>?
    var isScheduled = false
    var accepted = 0
    var largestBatch = 0
  }

  /// A buffer larger than this is given back after a storm instead of being used again.
  private static var largestSpareCapacity: Int { 65_536 }

  private let content = Locked(Content())
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  deinit {
    content.withLock { content in
      content.batch.deallocate()
      content.spare?.deallocate()
    }
  }

  /// How many actions and errands were ever put in.
  var accepted: Int {
    content.withLock { $0.accepted }
  }

  /// The largest number of actions that was taken at once.
  var largestBatch: Int {
    content.withLock { $0.largestBatch }
  }

  /// Puts `action` last, and calls `schedule` if no job is on its way yet.
  func put(_ action: Action, schedule: () -> Void) {
    put(schedule: schedule) { batch in batch.append(action) }
  }

  /// Puts `actions` last, in order, and `errand` right behind them.
  func put(
    _ actions: some Collection<Action>, _ errand: Batch<State, Action>.Errand, schedule: () -> Void
  ) {
    put(count: actions.count, schedule: schedule) { batch in
      for action in actions { batch.append(action) }
      batch.append(errand)
    }
  }

  /// Puts `errand` last.
  func put(_ errand: Batch<State, Action>.Errand, schedule: () -> Void) {
    put(schedule: schedule) { batch in batch.append(errand) }
  }

  /// Takes everything, in order.
  func takeAll() -> Batch<State, Action> {
    content.withLock { content in
      let batch = content.batch
      content.batch = content.spare ?? Batch()
      content.spare = nil
      content.isScheduled = false
      content.largestBatch = max(content.largestBatch, batch.count)
      return batch
    }
  }

  /// Gives the room of a finished batch back.
  func recycle(_ batch: Batch<State, Action>) {
    guard batch.capacity <= Self.largestSpareCapacity else { return batch.deallocate() }
    var spare = batch
    spare.reset()
    let surplus = content.withLock { content in
      defer { content.spare = spare }
      return content.spare
    }
    surplus?.deallocate()
  }

  @inline(__always)
  private func put(
    count: Int = 1, schedule: () -> Void, _ append: (inout Batch<State, Action>) -> Void
  ) {
    let isFull = content.withLock { content in
      if content.batch.count >= limit { return true }
      append(&content.batch)
      content.accepted += count
      if !content.isScheduled {
        content.isScheduled = true
        schedule()
      }
      return false
    }
    if isFull { refuse() }
  }

  private func refuse() -> Never {
    fatalError(
      """
      \(limit) actions are waiting to be reduced, which is the store's pendingLimit. The producers \
      are faster than the reduce blocks: await dispatchAndWait(_:), which has at most one action \
      pending per caller, or raise StoreConfiguration.pendingLimit.
      """)
  }
}
