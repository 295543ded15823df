internal import Dispatch
internal import Foundation
internal import ObjectGraph

/// A store whose state is a graph of class instances, mutated in place by reduce blocks.
///
/// ```swift
/// final class LoginStore: ReferenceStore<LoginState, LoginAction>, @unchecked Sendable {
///   static let shared = LoginStore()
///
///   init() {
///     super.init(state: LoginState(), reducers: LoginReducers.reducers)
///   }
/// }
///
/// LoginStore.shared.dispatch(.rename("work"))
/// let state = try LoginStore.shared.currentState()
/// ```
///
/// `dispatch(_:)` may be called from any thread and returns before the action is reduced. Actions
/// are reduced one after another, in the order in which each thread dispatched them, on a serial
/// executor that is never the main actor. After an action is reduced, observers are told on the
/// main actor. Readers get deep copies, or borrow the live state for the length of a closure.
///
/// Whoever reads sees what it dispatched before. An action that is pending keeps the store alive.
///
/// A subclass restates `@unchecked Sendable` and adds only state that is safe by itself.
///
/// ## Thread safety
///
/// Safe from any thread, because the state is only touched on one serial queue.
///
/// `@unchecked Sendable` because:
/// 1. `state` is private, came in as `sending`, and is reached in `reducing` and `occupying` alone,
///    which run on `queue`, one at a time.
/// 2. `currentAction` is written on that queue while it reduces, and read by the thread that
///    reduces, nobody else.
/// 3. All other properties are constants of `Sendable` types.
open class ReferenceStore<State: AnyObject & Codable & SendableMetatype, Action: Sendable>:
  @unchecked Sendable
{
  let configuration: StoreConfiguration
  let mailbox: Mailbox<State, Action>
  let progress = Locked(Progress())
  let hooks = Locked(ExecutorHooks<State>())
  let queue: DispatchQueue
  let shared = SharedSnapshot<State>()
  let copier = GraphCopier<State>()
  private let state: State
  private let blocks: BlockChain<State, Action>
  private let actionInHand = UnsafeMutablePointer<UnsafeMutablePointer<Action>?>.allocate(
    capacity: 1)

  /// Makes a store that owns `state` from here on.
  ///
  /// No notification is posted for the initial state.
  ///
  /// - Parameters:
  ///   - state: the initial state. `sending`: the compiler refuses a caller who keeps an alias.
  ///   - reducers: the blocks that every action goes through, in this order. A block that is
  ///     listed twice runs twice.
  ///   - configuration: what the contract leaves open.
  public init(
    state: sending State,
    reducers: [ReduceBlock<State, Action>],
    configuration: StoreConfiguration = StoreConfiguration()
  ) {
    self.state = state
    blocks = BlockChain(reducers)
    self.configuration = configuration
    actionInHand.initialize(to: nil)
    mailbox = Mailbox(limit: configuration.pendingLimit)
    queue = DispatchQueue(
      label: configuration.label, qos: configuration.qos, autoreleaseFrequency: .workItem)
  }

  /// Makes a store whose reduce blocks come from types that list them.
  ///
  /// - Parameters:
  ///   - state: the initial state. `sending`: the compiler refuses a caller who keeps an alias.
  ///   - providers: each is asked once for its blocks; they run in this order.
  ///   - configuration: what the contract leaves open.
  public convenience init(
    state: sending State,
    providers: [any ReducerProvider<State, Action>.Type],
    configuration: StoreConfiguration = StoreConfiguration()
  ) {
    self.init(
      state: state, reducers: providers.flatMap { $0.reducers }, configuration: configuration)
  }

  deinit {
    actionInHand.deallocate()
  }

  /// What the store has done so far.
  ///
  /// Complexity: O(1), without waiting for the executor.
  public var statistics: StoreStatistics {
    var statistics = StoreStatistics()
    progress.withLock { progress in
      statistics.actionsReduced = progress.actionsReduced
      statistics.notificationsPosted = progress.announcements.posted
      statistics.notificationsCoalesced = progress.announcements.coalesced
      statistics.copiesMade = progress.copiesMade
      statistics.actionsPending = -progress.errandsDone
    }
    statistics.actionsPending += mailbox.accepted
    statistics.largestBatch = mailbox.largestBatch
    return statistics
  }
}

// The executor: everything that touches the live state.
extension ReferenceStore {
  /// Does what is in the mailbox. Runs on `queue`, from a job of its own, never within a caller.
  func drain() {
    let batch = mailbox.takeAll()
    progress.withLock { $0.occupancy.begin(.reducing) }
    var done = 0
    for (position, errand) in batch.errands {
      reduce(done..<position, of: batch)
      done = position
      perform(errand)
    }
    reduce(done..<batch.count, of: batch)
    progress.withLock { $0.occupancy.end() }
    mailbox.recycle(batch)
  }

  private func reduce(_ range: Range<Int>, of batch: Batch<State, Action>) {
    let state = state
    let blocks = blocks
    var action = batch.actions + range.lowerBound
    let last = batch.actions + (batch.count - 1)
    for _ in range {
      actionInHand.pointee = action
      blocks.reduce(state, action)
      if action == last { endBurst() }
      action.deinitialize(count: 1)
      action += 1
      finish(countingAction: true)
    }
    actionInHand.pointee = nil
  }

  private func perform(_ errand: Batch<State, Action>.Errand) {
    switch errand {
    case .resume(let continuation):
      continuation.resume()
    case .work(let work):
      work(state)
      endBurst()
      finish(countingAction: false)
    }
  }

  private func endBurst() {
    for hook in hooks.withLock({ $0.afterBurstHooks }) {
      hook(state)
    }
  }

  private func finish(countingAction: Bool) {
    let needsTurn = progress.withLock { progress in
      progress.errandsDone += 1
      if countingAction { progress.actionsReduced += 1 }
      guard configuration.postsNotifications || !progress.audience.isEmpty else { return false }
      return progress.announcements.changed()
    }
    if needsTurn {
      Task { @MainActor in announce() }
    }
  }

  /// Runs `body` with the state to itself, on the calling thread, after all that the caller
  /// dispatched before is reduced.
  func occupying<Result>(
    _ activity: Occupancy.Activity, _ caller: StaticString, _ body: (State) throws -> Result
  ) rethrows -> Result {
    refuseReentry(caller)
    return try queue.sync { try occupyingHere(activity, body) }
  }

  /// Runs `body` with the state to itself. Only from `queue`.
  func occupyingHere<Result>(
    _ activity: Occupancy.Activity, _ body: (State) throws -> Result
  ) rethrows -> Result {
    progress.withLock { $0.occupancy.begin(activity) }
    defer { progress.withLock { $0.occupancy.end() } }
    hooks.withLock({ $0.beforeAccess })?(state)
    return try body(state)
  }

  /// Ends the process if the calling thread holds the state already.
  func refuseReentry(_ caller: StaticString) {
    switch progress.withLock({ $0.occupancy.activityOfThisThread }) {
    case nil:
      return
    case .reducing:
      let action =
        actionInHand.pointee.map { "reducing \(actionName($0.pointee))" }
        ?? "doing the store's work"
      fatalError(
        """
        \(caller) was called on the thread that is \(action): it would wait for itself. A reduce \
        block uses the state that it was handed; what must happen later is dispatched as an action.
        """)
    case .reading, .copying:
      fatalError(
        """
        \(caller) was called while this thread reads the same store: it would wait for itself. \
        Use the state that the closure was handed.
        """)
    }
  }
}
