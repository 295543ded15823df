internal import Dispatch
internal import Foundation
public import ValueReflection

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
/// `dispatch(_:)` may be called from any thread and returns before the action is reduced. The store
/// reduces actions one after another, in the order in which each thread dispatched them, on a
/// serial executor that is never the main actor. After an action it notifies observers on the main
/// actor. Readers get deep copies, or borrow the live state for the length of a closure. They see
/// everything that they dispatched before. A pending action keeps the store alive.
///
/// A subclass restates `@unchecked Sendable` and adds only state that is safe by itself.
///
/// ## Thread safety
///
/// Safe from any thread, because one thread at a time accesses the state. The last reference may be
/// released on any thread, the executor's included: what observers captured is released on the main actor.
///
/// `@unchecked Sendable` because:
/// 1. `live` received its state as `sending`, and is only used between `beginAccess` and `endAccess`,
///    by the one thread that `ExclusiveAccess` names: in `drain()`, a job of `queue`, and in
///    `withExclusiveAccessBetweenActions`. Access passes on under the lock of `progress`, which the
///    next thread takes as well, so it sees what the one before wrote.
/// 2. The exception is `refuseReentry`, which reads the current action from `live` after it found
///    that its own thread holds the state.
/// 3. All other properties are constants of `Sendable` types.
open class ReferenceStore<State: AnyObject & Codable & SendableMetatype, Action: Sendable>:
  Unreflected, @unchecked Sendable
{
  let configuration: StoreConfiguration
  let mailbox: Mailbox<State, Action>
  let progress = Locked(Progress())
  let hooks = Locked(ExecutorHooks<State>())
  let queue: DispatchQueue
  let shared = SharedSnapshot<State>()
  let live: LiveState<State, Action>
  /// The work of the main actor after single actions, for other modules of the package.
  package let actionEvents = MainActorInbox()

  /// Makes a store that owns `state`.
  ///
  /// The store posts no notification for the initial state.
  ///
  /// - Parameters:
  ///   - state: The initial state. As it is `sending`, the caller cannot keep a reference to it.
  ///   - reducers: The blocks that the store calls for every action, in this order. A block that
  ///     is listed twice runs twice.
  ///   - configuration: The options of the store.
  public init(
    state: sending State,
    reducers: [ReduceBlock<State, Action>],
    configuration: StoreConfiguration = StoreConfiguration()
  ) {
    self.configuration = configuration
    live = LiveState(state, reducers: reducers, configuration: configuration)
    mailbox = Mailbox(limit: configuration.pendingLimit)
    queue = Self.makeQueue(of: mailbox)
  }

  /// Makes a store whose reduce blocks come from types that list them, in the order of the types.
  ///
  /// It is a designated initializer, so that a subclass can call it.
  public init(
    state: sending State,
    providers: [any ReducerProvider<State, Action>.Type],
    configuration: StoreConfiguration = StoreConfiguration()
  ) {
    self.configuration = configuration
    live = LiveState(
      state, reducers: providers.flatMap { $0.reducers }, configuration: configuration)
    mailbox = Mailbox(limit: configuration.pendingLimit)
    queue = Self.makeQueue(of: mailbox)
  }

  deinit {
    let observers = progress.withLock { exchange(&$0.observers, with: []) }
    if observers.contains(where: { !$0.isEmpty }) { releaseOnMainActor(observers) }
  }

  /// Makes the queue on which the store reduces, with the name of its class for crash reports.
  private static func makeQueue(of mailbox: Mailbox<State, Action>) -> DispatchQueue {
    let queue = DispatchQueue(
      label: "\(Self.self)", qos: .userInitiated, autoreleaseFrequency: .workItem)
    queue.setSpecific(key: queueKey, value: ObjectIdentifier(mailbox))
    return queue
  }

  // MARK: Dispatching

  /// Queues `action` to be reduced, and returns at once.
  ///
  /// The store reduces the action after everything that the same thread dispatched before. A
  /// dispatch inside a reduce block or an observer is queued last. Until the action is reduced, the
  /// store keeps the action alive and the action keeps the store alive. Comes from
  /// `-dispatchAction:` of ReduxObjC.
  ///
  /// There is no back-pressure: beyond `StoreConfiguration.pendingLimit` the process ends with a
  /// message. Where producers can be faster than the reduce blocks, use `dispatchAndWait(_:)`.
  ///
  /// Complexity: amortized O(1): one lock, and one queue item per burst.
  public func dispatch(_ action: Action) {
    mailbox.put(action) { schedule() }
  }

  /// Dispatches `action` and returns when it is reduced: the form with back-pressure.
  ///
  /// A producer that awaits each action has at most one pending. While the mailbox is full, the
  /// action waits for room, instead of ending the process. The store still reduces the action if
  /// the task is canceled. Observers may not be notified yet when it returns: see `settle()`.
  public func dispatchAndWait(_ action: Action) async {
    await putAndWait(CollectionOfOne(action))
  }

  /// Dispatches `actions` in order and returns when all of them are reduced.
  ///
  /// For a producer of many actions, such as an import: at most about a thousand of them, or
  /// `StoreConfiguration.pendingLimit`, are pending at a time. While the mailbox is full, they wait
  /// for room. Actions of other callers may come in between. The store still reduces all of them if
  /// the task is canceled.
  ///
  /// - Parameter actions: The actions to reduce, made while the store reduces earlier ones.
  public func dispatchAndWait(contentsOf actions: some Sequence<Action>) async {
    let limit = max(1, min(1_024, configuration.pendingLimit))
    var rest = actions.makeIterator()
    while true {
      var chunk: [Action] = []
      while chunk.count < limit, let action = rest.next() { chunk.append(action) }
      if chunk.isEmpty { return }
      await putAndWait(chunk)
    }
  }

  /// Puts `actions` into the mailbox as soon as they have room, and waits until they are reduced.
  private func putAndWait(_ actions: some Collection<Action>) async {
    var isAccepted = false
    while !isAccepted {
      await withCheckedContinuation { waiter in
        isAccepted = mailbox.put(actions, thenResume: waiter, schedule: schedule)
      }
    }
    acquireWhatWasReduced()
  }

  /// Puts the job that empties the mailbox last in the queue; the job keeps the store alive.
  func schedule() {
    queue.async { self.drain() }
  }

  // MARK: Statistics

  /// The counts of what the store has done so far.
  ///
  /// Complexity: O(1), without waiting for the executor.
  public var statistics: StoreStatistics {
    var statistics = StoreStatistics()
    progress.withLock { progress in
      statistics.actionsReduced = progress.actionsReduced
      statistics.notificationsPosted = progress.notifications.posted
      statistics.copiesMade = progress.copiesMade
      statistics.actionsPending = -progress.itemsDone
    }
    statistics.actionsPending += mailbox.accepted
    return statistics
  }
}

// `dump(store)` may end up in a log.
extension MainReferenceStore: Unreflected {}
extension ActionRecord: Unreflected {}
extension StoreConfiguration: Unreflected {}
extension StoreFinding: Unreflected {}
