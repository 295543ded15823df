internal import Dispatch
internal import Foundation
internal import ObjectGraph

/// A store whose state is a graph of class instances on the main actor.
///
/// Use this store for a model of `@MainActor` classes that post their own notifications when they change. Other code
/// can keep references to the objects of the model. The classes and their coding can stay isolated to the main actor.
///
/// ```swift
/// let store = MainReferenceStore(state: LibraryState(), reducers: [LibraryReducers.library])
/// store.dispatch(.rename("work"))
/// show(store.read(\.title))
/// ```
///
/// `dispatch(_:)` returns when the action is reduced. Notifications that the model posts during the reduction arrive
/// before `dispatch(_:)` returns. If code dispatches an action while another action is being reduced, the store queues
/// the new action behind all pending actions. Code on other threads dispatches actions with ``dispatcher``. At the end
/// of the outermost `dispatch(_:)`, the store notifies its observers once for all actions reduced in the call.
///
/// If only the store holds the objects of the state, use a ``ReferenceStore``: it reduces actions on a queue, and lends
/// its state to one thread at a time.
@MainActor
open class MainReferenceStore<State: AnyObject & Codable, Action: Sendable> {
  private let configuration: StoreConfiguration
  private let live: LiveState<State, Action>
  private let mailbox: Mailbox<State, Action>
  private let observers = MainObservers()
  private let earlyObservers = MainObservers()
  private let (firstObservers, lastObservers) = (MainObservers(), MainObservers())
  /// The work of the main actor after single actions, which runs before the notification.
  package let actionEvents = MainActorInbox()
  /// Work that runs before all pending actions, and that any thread may add.
  private let interruptions = Locked<[@Sendable (State) -> Void]>([])
  /// Whether hooks were added or removed since the last action.
  private var hasOtherBlocks = false
  /// Whether the store runs an action or a work item, so that other actions wait.
  private var isReducing = false
  private var isNotifying = false
  private var itemsDone = 0
  private var itemsAnnounced = 0
  private var done = StoreStatistics()

  /// Makes a store with the initial state `state`, and posts no notification.
  ///
  /// - Parameters:
  ///   - state: The initial state. The store does not copy the initial state: if other code changes one of its objects,
  ///     the state of the store changes, too. `StoreDiagnostics.detectsOutsideChanges` finds such changes.
  ///   - reducers: The blocks that the store calls for every action, in the order of the array.
  ///   - configuration: The options of the store.
  public init(
    state: State, reducers: [MainReduceBlock<State, Action>],
    configuration: StoreConfiguration = StoreConfiguration()
  ) {
    self.configuration = configuration
    live = LiveState(state, reducers: reducers.map(onMainActor), configuration: configuration)
    mailbox = Mailbox(limit: configuration.pendingLimit)
  }

  deinit { releaseOnMainActor([observers, earlyObservers, firstObservers, lastObservers]) }

  // MARK: Dispatching

  /// Reduces an action, and returns when the action is reduced and the observers are notified.
  ///
  /// If a block, or an observer of the model's own notifications, calls `dispatch(_:)` during a reduction, the call
  /// returns at once, and the store reduces the action after all pending actions. If an observer of the store calls
  /// `dispatch(_:)`, the call returns when the action is reduced, and a further notification follows.
  public func dispatch(_ action: Action) {
    mailbox.put(action) {}
    runPending()
  }

  /// A closure that dispatches an action from any thread.
  ///
  /// On the main actor, a call does the same as ``dispatch(_:)``. On other threads, a call returns at once, and the
  /// store reduces the action in a later turn of the main actor. The actions of each thread keep their order. The
  /// closure and each pending action keep the store alive. If the state's coding is isolated to the main actor, only
  /// code on the main actor can read this property; pass the closure to other threads. If more than
  /// ``StoreConfiguration/pendingLimit`` actions are pending, the process ends.
  public nonisolated var dispatcher: @Sendable (Action) -> Void { mailbox.dispatcher(of: self) }

  /// Reduces the pending actions and notifies the observers, unless the store is already doing so.
  package func runPending() {
    reducePending()
    guard !isNotifying else { return }
    isNotifying = true
    while itemsAnnounced < itemsDone {
      itemsAnnounced = itemsDone
      let start = StoreChange(actionsReduced: done.actionsReduced)
      firstObservers.deliver(start)
      earlyObservers.deliver(StoreChange(actionsReduced: done.actionsReduced))
      if configuration.postsNotifications {
        configuration.notificationCenter.post(name: .RDXStateDidChange, object: self)
      }
      observers.deliver(StoreChange(actionsReduced: done.actionsReduced))
      lastObservers.deliver(start)
      done.notificationsPosted += 1
    }
    isNotifying = false
  }

  /// Reduces the pending actions, unless the store is already doing so.
  private func reducePending() {
    guard !isReducing else { return }
    isReducing = true
    while !mailbox.isEmpty {
      let batch = mailbox.takeAll()
      var start = 0
      for (position, item) in batch.workItems {
        reduce(start..<position, of: batch)
        start = position
        perform(item)
      }
      reduce(start..<batch.actions.count, of: batch)
      mailbox.recycle(batch)
    }
    isReducing = false
  }

  private func reduce(_ range: Range<Int>, of batch: borrowing Batch<State, Action>) {
    // An interruption puts an item behind itself.
    if !batch.workItems.isEmpty { _ = runInterruptions() }
    let number = done.actionsReduced + 1
    unsafe live.reduce(
      batch.actions.elements + range.lowerBound, count: range.count, number: number
    ) { index in
      done.actionsReduced += 1
      itemsDone += 1
      // After the last one, the next batch or range begins with them.
      return index + 1 < range.count && runInterruptions()
    }
  }

  private func perform(_ item: Batch<State, Action>.WorkItem) {
    switch item {
    case .resume(let continuation): continuation.resume()
    case .work(let work):
      _ = runInterruptions()
      live.perform(work)
      itemsDone += 1
    }
  }

  /// Returns whether there were interruptions, which may have replaced the blocks.
  private func runInterruptions() -> Bool {
    let works = interruptions.withLock { exchange(&$0, with: []) }
    for work in works { live.perform(work) }
    return exchange(&hasOtherBlocks, with: false) || !works.isEmpty
  }

  // MARK: Reading

  /// Reduces all actions that were dispatched before this call, and returns a deep copy of the state.
  ///
  /// A call in a block reduces no action: the copy contains the changes that the blocks have made so far. Code outside
  /// of the main actor calls this method with `await`.
  ///
  /// - Returns: A copy that shares no object with the store.
  /// - Throws: The errors of `Graph.copy(_:userInfo:)`. If the coding of the state is isolated to the main actor, the
  ///   method also throws an error for a graph that is too deep for the stack of the main actor.
  /// - Complexity: O(*n*) in the number of encoded values reachable from the state.
  public func currentState() throws -> sending State {
    reducePending()
    done.copiesMade += 1
    return try live.copy(checking: !isReducing)
  }

  /// Reduces all actions that were dispatched before this call, and lends the live state to `body`.
  ///
  /// A call in a block reduces no action: `body` sees the changes that the blocks have made so far. If `body` changes
  /// the state, the store does not notify its observers.
  public func read<Value>(_ body: (State) throws -> Value) rethrows -> Value {
    reducePending()
    return try live.read(checking: !isReducing, body)
  }

  /// Calls `body` whenever the store has reduced all pending actions, until the token is canceled or released.
  ///
  /// The store first posts `RDXStateDidChange`, and then calls the observers in the order in which they were added. The
  /// token does not keep the store alive.
  ///
  /// - Parameter body: A closure that receives a ``StoreChange``, with the number of actions reduced so far.
  /// - Returns: The token, which the caller keeps as long as the observation is to last.
  public func observe(_ body: @escaping @MainActor (StoreChange) -> Void) -> ObservationToken {
    observers.add(body)
  }

  /// The numbers of actions, notifications and copies so far.
  package var statistics: StoreStatistics {
    var statistics = done
    statistics.actionsPending = mailbox.accepted - itemsDone
    return statistics
  }

  // MARK: For other modules of the package

  /// A closure that dispatches as ``dispatcher`` does, but does not keep the store alive.
  package nonisolated var weakDispatcher: @Sendable (Action) -> Void {
    mailbox.dispatcher(of: self, isWeak: true)
  }

  /// A closure that runs work on the live state, in order with the actions; any thread may call the closure.
  package nonisolated var enqueuer: @Sendable (@escaping @Sendable (State) -> Void) -> Void {
    mailbox.enqueuer(of: self)
  }

  /// A closure that runs work on the live state before the next action and before all pending work.
  package nonisolated var interrupter: @Sendable (@escaping @Sendable (State) -> Void) -> Void {
    mailbox.interrupter(of: self, interruptions)
  }

  /// Runs `hook` right before each notification, even if notifications are off.
  package func beforePost(_ hook: @escaping @MainActor () -> Void) -> ObservationToken {
    earlyObservers.add { _ in hook() }
  }

  /// Runs `hook` before the store notifies any observer in a turn; the hooks run in the order in which they were added.
  package func beforeTurn(_ hook: @escaping @MainActor () -> Void) -> ObservationToken {
    firstObservers.add { _ in hook() }
  }

  /// Runs `hook` after all observers are notified, with the `StoreChange` of the start of the notification.
  package func afterPost(_ hook: @escaping @MainActor (StoreChange) -> Void) -> ObservationToken {
    lastObservers.add(hook)
  }

  /// Runs `hook` after the reduce blocks of each later action; the returned closure removes the hook.
  package func afterEachAction(_ hook: @escaping ReduceBlock<State, Action>) -> @Sendable () -> Void
  {
    let id = live.addActionHook(hook)
    // The present batch goes on with other blocks.
    hasOtherBlocks = true
    let remove = { @MainActor [weak self] in
      self?.live.removeActionHook(id)
      self?.hasOtherBlocks = true
    }
    return {
      isOnMainQueue ? MainActor.assumeIsolated(remove) : { Task { @MainActor in remove() } }()
    }
  }

  /// Replaces the blocks of the store from the next action on; only work of `enqueuer` or `interrupter` may call this.
  package func replaceBlocks(_ make: @escaping () -> [ReduceBlock<State, Action>]) {
    live.replaceBlocks(make)
  }
}

/// A store on the main actor, as other modules of the package see it.
///
/// The protocol does not require a `Codable` state, whose conformance may be isolated, so `Sendable` functions can use
/// it.
@MainActor
package protocol MainStore<State, Action>: AnyObject, Sendable {
  associatedtype State: AnyObject
  associatedtype Action: Sendable

  nonisolated var weakDispatcher: @Sendable (Action) -> Void { get }
  nonisolated var enqueuer: @Sendable (@escaping @Sendable (State) -> Void) -> Void { get }
  nonisolated var interrupter: @Sendable (@escaping @Sendable (State) -> Void) -> Void { get }
  var actionEvents: MainActorInbox { get }
  var statistics: StoreStatistics { get }
  func runPending()
  func read<Value>(_ body: (State) throws -> Value) rethrows -> Value
  func beforePost(_ hook: @escaping @MainActor () -> Void) -> ObservationToken
  func beforeTurn(_ hook: @escaping @MainActor () -> Void) -> ObservationToken
  func afterPost(_ hook: @escaping @MainActor (StoreChange) -> Void) -> ObservationToken
  func afterEachAction(_ hook: @escaping ReduceBlock<State, Action>) -> @Sendable () -> Void
  func replaceBlocks(_ make: @escaping () -> [ReduceBlock<State, Action>])
}

extension MainReferenceStore: MainStore {}

extension Mailbox {
  fileprivate func dispatcher(
    of store: any MainStore, isWeak: Bool = false
  ) -> @Sendable (Action) -> Void {
    let kept = isWeak ? nil : store
    return { [weak store] action in
      guard let store = kept ?? store else { return }
      let isOnMain = isOnMainQueue
      self.put(action) {
        if !isOnMain { Task { @MainActor in store.runPending() } }
      }
      // Not under the lock of the mailbox, which the blocks use as well.
      if isOnMain { MainActor.assumeIsolated { store.runPending() } }
    }
  }

  fileprivate func enqueuer(
    of store: any MainStore
  ) -> @Sendable (@escaping @Sendable (State) -> Void) -> Void {
    { [weak store] work in
      guard let store else { return }
      let isOnMain = isOnMainQueue
      self.put(.work(work)) {
        if !isOnMain { Task { @MainActor in store.runPending() } }
      }
      if isOnMain { MainActor.assumeIsolated { store.runPending() } }
    }
  }

  fileprivate func interrupter(
    of store: any MainStore, _ interruptions: Locked<[@Sendable (State) -> Void]>
  ) -> @Sendable (@escaping @Sendable (State) -> Void) -> Void {
    let enqueue = enqueuer(of: store)
    return { work in
      interruptions.withLock { $0.append(work) }
      enqueue { _ in }
    }
  }
}

/// The observers of a store, whose captures are released on the main actor.
private final class MainObservers: Sendable {
  typealias Observer = @MainActor (StoreChange) -> Void

  private let list = Locked(ObserverList<Observer>())

  func add(_ observer: @escaping Observer) -> ObservationToken {
    let id = list.withLock { $0.add(observer) }
    return ObservationToken { [weak self] in
      releaseOnMainActor(self?.list.withLock { $0.remove(id) })
    }
  }

  /// Calls the observers that are present at the start and that are not removed before their call.
  @MainActor
  func deliver(_ change: StoreChange) {
    let last = list.withLock { $0.lastID }
    var id = 0
    while let next = list.withLock({ $0.first(after: id, through: last) }) {
      id = next.id
      next.observer(change)
    }
  }
}
