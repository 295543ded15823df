internal import ObjectGraph

/// The buffer of the actions that wait for the executor: any thread fills the buffer, and one job per burst empties it.
///
/// Readers see their own writes because of one invariant: **whenever the mailbox is not empty, a job that empties it is
/// in the executor's queue**. Therefore `put` calls `schedule` under the lock. Otherwise, a second thread could find
/// the mailbox scheduled, and queue a read before that job.
final class Mailbox<State, Action: Sendable>: Sendable {
  private struct Content: ~Copyable {
    var batch = Batch<State, Action>()
    var spare: Batch<State, Action>?
    var isScheduled = false
    var accepted = 0

    @inline(__always)
    mutating func scheduleIfNeeded(_ schedule: () -> Void) {
      if isScheduled { return }
      isScheduled = true
      schedule()
    }
  }

  /// A batch with more room than this is released after use.
  private static var largestSpareCapacity: Int { 65_536 }

  private let content = Locked(Content())
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  /// Whether nothing waits.
  var isEmpty: Bool { content.withLock { $0.batch.isEmpty } }

  /// How many actions and work items were ever put in.
  var accepted: Int { content.withLock { $0.accepted } }

  /// Puts `action` last, and calls `schedule` if no job is scheduled yet.
  func put(_ action: Action, schedule: () -> Void) {
    put(schedule) { batch in batch.append(action) }
  }

  /// Puts `actions` last, in order, if they have room, and in any case resumes `waiter` after
  /// everything that is in the mailbox then.
  ///
  /// Returns whether they had room. An empty mailbox has room for any number.
  func put(
    _ actions: some Collection<Action>, thenResume waiter: CheckedContinuation<Void, Never>,
    schedule: () -> Void
  ) -> Bool {
    content.withLock { content in
      let pending = content.batch.actions.count
      let hasRoom = pending == 0 || actions.count <= limit - pending
      if hasRoom {
        for action in actions { content.batch.append(action) }
        content.accepted += actions.count
      }
      content.batch.append(.resume(waiter))
      content.scheduleIfNeeded(schedule)
      return hasRoom
    }
  }

  /// Puts `item` last.
  func put(_ item: Batch<State, Action>.WorkItem, schedule: () -> Void) {
    put(schedule) { batch in batch.append(item) }
  }

  /// Takes everything, in order.
  func takeAll() -> Batch<State, Action> {
    content.withLock { content in
      var batch = content.spare.take() ?? Batch()
      swap(&batch, &content.batch)
      content.isScheduled = false
      return batch
    }
  }

  /// Keeps the memory of a finished batch for the next one.
  func recycle(_ batch: consuming Batch<State, Action>) {
    batch.reset()
    guard batch.actions.capacity <= Self.largestSpareCapacity else { return }
    var spare: Batch? = batch
    content.withLock { swap(&$0.spare, &spare) }
  }

  @inline(__always)
  private func put(_ schedule: () -> Void, _ append: (inout Batch<State, Action>) -> Void) {
    let isFull = content.withLock { content in
      if content.batch.actions.count >= limit { return true }
      append(&content.batch)
      content.accepted += 1
      content.scheduleIfNeeded(schedule)
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

/// Actions in the order in which they were dispatched, and the work items between them.
///
/// `@unchecked Sendable` because it cannot be copied, owns its memory alone, and contains nothing
/// that is not `Sendable`.
struct Batch<State, Action: Sendable>: ~Copyable, @unchecked Sendable {
  /// Something that the executor does between two actions.
  enum WorkItem: Sendable {
    /// Resumes a caller that waits for the actions before.
    case resume(CheckedContinuation<Void, Never>)
    /// Runs work of another module on the state.
    case work(@Sendable (State) -> Void)
  }

  /// The work items, each with the number of actions before it.
  private(set) var workItems: [(position: Int, item: WorkItem)] = []
  private(set) var actions = GrowingBuffer<Action>(minimumCapacity: 16)

  var isEmpty: Bool { actions.count == 0 && workItems.isEmpty }

  @inline(__always)
  mutating func append(_ action: Action) {
    actions.append(action)
  }

  mutating func append(_ item: WorkItem) {
    workItems.append((actions.count, item))
  }

  /// Empties a batch whose actions are all deinitialized.
  mutating func reset() {
    unsafe actions.forgetAll()
    workItems = []
  }
}
