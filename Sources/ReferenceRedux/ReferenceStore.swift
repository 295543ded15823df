internal import Dispatch
internal import Foundation
public import ValueReflection

/// A store whose state is a graph of class instances, which reduce blocks mutate in place.
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
/// Any thread can call `dispatch(_:)`, which does not wait for the action to be reduced. The store reduces one action
/// after another on a serial executor, which is never the main actor. The store keeps the order of the actions of each
/// thread. After an action, the store notifies observers on the main actor. A reader gets a deep copy, or borrows the
/// live state while a closure runs. A reader sees the results of all actions that it dispatched. A pending action keeps
/// the store alive.
///
/// A subclass must repeat `@unchecked Sendable`. Its own properties must be safe to use from any thread.
///
/// ## Thread safety
///
/// Safe from any thread, because only one thread at a time accesses the state. Any thread can release the last
/// reference to the store. The store then releases the captures of its observers on the main actor.
///
/// `@unchecked Sendable` because:
/// 1. The property `live` holds the state, which the initializer received as `sending`. Only the thread that
///   `ExclusiveAccess` names uses `live`, between the calls of `beginAccess` and `endAccess`. Only two methods make
///   these calls: `drain()`, which runs only in jobs of `queue`, and `withExclusiveAccessBetweenActions`. Each thread
///   ends its access under the lock of `progress`. The next thread takes the same lock, so it sees all earlier writes.
/// 2. `refuseReentry` reads the current action from `live` without a call of `beginAccess`, but only after it found
///   that the calling thread already has access to the state.
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
  ///   - state: The initial state. The parameter is `sending`, so the caller cannot keep a reference to the state.
  ///   - reducers: The blocks that the store calls for every action, in the order of the array. If the array contains a
  ///     block twice, the block runs twice.
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

  /// Makes a store with the reduce blocks of several providers, in the order of the providers.
  ///
  /// A subclass can call this initializer, since it is a designated initializer.
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

  /// Makes the queue on which the store reduces; crash reports show the name of the queue, which contains the name of
  /// the class.
  private static func makeQueue(of mailbox: Mailbox<State, Action>) -> DispatchQueue {
    let queue = DispatchQueue(
      label: "\(Self.self)", qos: .userInitiated, autoreleaseFrequency: .workItem)
    queue.setSpecific(key: queueKey, value: ObjectIdentifier(mailbox))
    return queue
  }

  // MARK: Dispatching

  /// Queues `action` to be reduced, and returns at once.
  ///
  /// The store reduces the action after all actions that the same thread dispatched before. If a reduce block or an
  /// observer dispatches an action, the store puts the action behind all pending actions. A pending action and its
  /// store keep each other alive. The method comes from `-dispatchAction:` of ReduxObjC.
  ///
  /// The call never waits: if more than `StoreConfiguration.pendingLimit` actions are pending, the process ends with a
  /// message. If a producer can be faster than the reduce blocks, use `dispatchAndWait(_:)`.
  ///
  /// Complexity: amortized O(1). A call takes one lock. Actions in quick succession share one job of the executor.
  public func dispatch(_ action: Action) {
    mailbox.put(action) { schedule() }
  }

  /// Dispatches `action` and returns when the action is reduced.
  ///
  /// A producer that awaits each call has at most one action pending. If `StoreConfiguration.pendingLimit` actions are
  /// already pending, the call waits until there is room; `dispatch(_:)` would end the process. The store reduces the
  /// action even if the calling task is canceled. The call can return before the observers are notified; `settle()`
  /// also waits for the observers.
  public func dispatchAndWait(_ action: Action) async {
    await putAndWait(CollectionOfOne(action))
  }

  /// Dispatches `actions` in order and returns when all of them are reduced.
  ///
  /// Use this method for many actions, such as the actions of an import. The call dispatches the actions in groups of
  /// about a thousand, or of `StoreConfiguration.pendingLimit` if that is less. If the next group would exceed
  /// `pendingLimit`, the call waits for room. Between the actions of this call, the store can reduce actions of other
  /// callers. The store reduces all actions even if the calling task is canceled.
  ///
  /// - Parameter actions: The actions. The call takes each group from the sequence only after the store has reduced the
  ///   preceding group.
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

  /// Puts `actions` into the mailbox as soon as the mailbox has room, and waits until the actions are reduced.
  private func putAndWait(_ actions: some Collection<Action>) async {
    var isAccepted = false
    while !isAccepted {
      await withCheckedContinuation { waiter in
        isAccepted = mailbox.put(actions, thenResume: waiter, schedule: schedule)
      }
    }
    acquireWhatWasReduced()
  }

  /// Puts the job that empties the mailbox at the end of the queue; the job keeps the store alive.
  func schedule() {
    queue.async { self.drain() }
  }

  // MARK: Statistics

  /// The number of actions that the store has reduced, and the number of copies that it has made of its state.
  ///
  /// Complexity: O(1). An access to the property does not wait for pending actions.
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
