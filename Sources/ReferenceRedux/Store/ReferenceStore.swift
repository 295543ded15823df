internal import Dispatch
internal import Foundation

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
/// 1. `live` got a state that came in as `sending`, and is only used on `queue`, which runs one
///    thing at a time: in the job `drain()`, and in `occupying`, which both mark the state as held.
/// 2. The exception is `refuseReentry`, which asks `live` for the action in hand after it found
///    that its own thread holds the state.
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
  let live: LiveState<State, Action>

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
    self.configuration = configuration
    live = LiveState(state, reducers: reducers, configuration: configuration)
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
