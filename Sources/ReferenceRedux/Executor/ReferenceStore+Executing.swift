internal import Dispatch
internal import Foundation
internal import ObjectGraph

// The executor: everything that accesses the live state.
extension ReferenceStore {
  /// Reduces the actions of the mailbox and runs its work items.
  ///
  /// This method runs only in jobs of `queue`.
  func drain() {
    let batch = mailbox.takeAll()
    beginAccess(.reducing, "A dispatch")
    if progress.withLock({ $0.isInterrupted }) { runInterruptions() }
    var done = 0
    for (position, item) in batch.workItems {
      reduce(done..<position, of: batch)
      done = position
      perform(item)
    }
    reduce(done..<batch.actions.count, of: batch)
    endAccess()
    mailbox.recycle(batch)
  }

  private func reduce(_ range: Range<Int>, of batch: borrowing Batch<State, Action>) {
    let last = batch.actions.count - 1 - range.lowerBound
    unsafe live.reduce(
      batch.actions.elements + range.lowerBound, count: range.count, number: nextActionNumber
    ) { index in
      if index == last { endBurst() } else if index == 0, range.lowerBound == 0 { beginBurst() }
      return finishItem(isAction: true)
    }
  }

  private func perform(_ item: Batch<State, Action>.WorkItem) {
    switch item {
    case .resume(let continuation):
      continuation.resume()
    case .work(let work):
      live.perform(work)
      endBurst()
      _ = finishItem(isAction: false)
    }
  }

  /// After the first action of several.
  private func beginBurst() {
    for (_, hook) in hooks.withLock({ $0.duringBurst.entries }) { hook(true) }
  }

  private func endBurst() {
    let (duringBurst, afterBurst, update) = hooks.withLock {
      ($0.duringBurst.entries, $0.afterBurst.entries, $0.beforeAccess)
    }
    if let update, afterBurst.contains(where: { $0.observer.needsUpdate() }) {
      live.perform(update)
    }
    for (_, hook) in afterBurst { live.lend(hook.run) }
    for (_, hook) in duringBurst { hook(false) }
  }

  /// Counts an action or work item, schedules the notification, lets readers between actions read,
  /// and runs interruptions.
  ///
  /// - Returns: Whether there was an interruption, which may have replaced the blocks.
  private func finishItem(isAction: Bool) -> Bool {
    let (notifies, isAwaited, isInterrupted) = progress.withLock { progress in
      progress.itemsDone += 1
      if isAction { progress.actionsReduced += 1 }
      let needsTurn = configuration.postsNotifications || progress.needsTurn
      return (
        needsTurn && progress.notifications.requestTurn(), !progress.access.waiters.isEmpty,
        progress.isInterrupted
      )
    }
    if notifies { Task { @MainActor in notifyObservers() } }
    if isAwaited { giveWay() }
    if isInterrupted { runInterruptions() }
    return isInterrupted
  }

  private func runInterruptions() {
    progress.withLock { $0.isInterrupted = false }
    for work in hooks.withLock({ exchange(&$0.interruptions, with: []) }) { live.perform(work) }
  }

  private var nextActionNumber: Int { progress.withLock { $0.actionsReduced } + 1 }

  /// Runs `body` on the calling thread with exclusive access to the state, after everything that the caller dispatched
  /// is reduced.
  func withExclusiveAccess<Result: Sendable>(
    _ activity: ExclusiveAccess.Activity, _ caller: StaticString,
    _ body: (LiveState<State, Action>) throws -> Result
  ) rethrows -> Result {
    refuseReentry(caller)
    return try onQueue(caller) {
      try withExclusiveAccessBetweenActions(activity, caller, body)
    }
  }

  /// Runs `body` on the calling thread as a job of `queue`, after everything that the caller
  /// dispatched is reduced.
  func onQueue<Result: Sendable>(
    _ caller: StaticString, _ body: () throws -> Result
  ) rethrows -> Result {
    if isOnQueue {
      while !mailbox.isEmpty { drain() }
      return try body()
    }
    #if DEBUG
      guard Waits.begin(for: progress) else { refuseRing(caller) }
      let waits = pthread_self()
      return try queue.sync {
        Waits.end(of: waits)
        return try body()
      }
    #else
      return try queue.sync(execute: body)
    #endif
  }

  /// Whether the caller is part of a job of `queue`, which cannot wait for another one.
  ///
  /// After the job's access to the state has ended, it still releases what it kept: the store
  /// itself, whose subclass may read the state in its `deinit`, or what a work item captured.
  var isOnQueue: Bool { DispatchQueue.getSpecific(key: queueKey) == ObjectIdentifier(mailbox) }

  /// Runs `body` on the calling thread with exclusive access to the state, after the action that is
  /// being reduced.
  ///
  /// If a job of `queue` calls this method, `body` runs after everything that was dispatched before this job.
  func withExclusiveAccessBetweenActions<Result: Sendable>(
    _ activity: ExclusiveAccess.Activity, _ caller: StaticString,
    _ body: (LiveState<State, Action>) throws -> Result
  ) rethrows -> Result {
    beginAccess(activity, caller)
    defer { endAccess() }
    if let hook = hooks.withLock({ $0.beforeAccess }) { live.perform(hook) }
    return try body(live)
  }

  /// Waits until the calling thread has access: behind those that wait already, and, once it is registered,
  /// at most one more action or work item.
  private func beginAccess(_ activity: ExclusiveAccess.Activity, _ caller: StaticString) {
    // One lock for all, since each action that begins before the registration is one more to wait for.
    let (turn, isReentry) = progress.withContendedLock { progress in
      let isReentry = progress.access.activityOfThisThread != nil
      if activity == .copying { progress.copiesMade += 1 }
      return (progress.access.begin(activity), isReentry)
    }
    if isReentry { refuseReentry(caller) }
    if let turn { wait(for: turn, caller) }
  }

  private func endAccess() {
    progress.withLock { $0.access.end() }?.signal()
  }

  /// Lets the readers that wait now read, each on its own thread, before the next action.
  private func giveWay() {
    guard let turns = progress.withLock({ $0.access.giveWay() }) else { return }
    turns.next.signal()
    wait(for: turns.own, "A dispatch")
  }

  private func wait(for turn: DispatchSemaphore, _ caller: StaticString) {
    #if DEBUG
      guard Waits.begin(for: progress) else { refuseRing(caller) }
      turn.wait()
      Waits.end(of: pthread_self())
    #else
      turn.wait()
    #endif
    acquireWhatWasReduced()
  }

  private func refuseRing(_ caller: StaticString) -> Never {
    fatalError(
      """
      \(caller) was called on a thread that has access to another store, for which the thread that \
      has access to this store waits: both would wait without end. Read stores inside each other \
      in one order only, or read one after the other.
      """)
  }

  /// Ends the process if the calling thread already has exclusive access.
  func refuseReentry(_ caller: StaticString) {
    switch progress.withContendedLock({ $0.access.activityOfThisThread }) {
    case nil:
      return
    case .reducing:
      let action = live.currentAction.map { "\(ActionRecord($0, number: nextActionNumber))" }
      fatalError(
        """
        \(caller) was called on the thread that is reducing \(action ?? "actions"), \
        which would wait for itself. In a reduce block use the state that it receives; dispatch an \
        action for what must happen afterwards.
        """)
    case .reading, .copying:
      fatalError(
        """
        \(caller) was called on the thread that is reading the same store, which would wait for \
        itself. Use the state that the closure receives.
        """)
    }
  }
}

/// The key under which the queue of each store has the identity of its mailbox.
let queueKey = DispatchSpecificKey<ObjectIdentifier>()

/// The state that the executor shares with other threads, under one lock.
///
/// Not generic, because Swift would look up the types of generic parts at run time, for each action.
struct Progress {
  var access = ExclusiveAccess()
  var notifications = NotificationCoalescer()
  /// The observers of each `ObservedMoment`.
  var observers = ObservedMoment.allCases.map { _ in
    ObserverList<@MainActor (StoreChange) -> Void>()
  }
  /// The actions and work items that are done.
  var itemsDone = 0
  /// Those of them that were done when the last turn of the main actor began.
  var itemsAnnounced = 0
  var actionsReduced = 0
  var copiesMade = 0
  /// Whether the hooks contain interruptions.
  var isInterrupted = false

  /// Whether a change needs a turn of the main actor, which the first and the last hooks do not.
  var needsTurn: Bool {
    !observers[ObservedMoment.beforePost.rawValue].isEmpty
      || !observers[ObservedMoment.afterPost.rawValue].isEmpty
  }

  /// The id of the last observer of each moment.
  var lastObservers: [Int] { observers.map(\.lastID) }
}

/// The work that the executor runs for other modules, besides actions.
struct ExecutorHooks<State> {
  typealias Hook = @Sendable (State) -> Void

  /// Brings the state up to date before it is read.
  var beforeAccess: Hook?
  /// Work that overtakes the pending actions.
  var interruptions: [Hook] = []
  var afterBurst = ObserverList<(needsUpdate: @Sendable () -> Bool, run: Hook)>()
  var duringBurst = ObserverList<@Sendable (_ continues: Bool) -> Void>()
}
