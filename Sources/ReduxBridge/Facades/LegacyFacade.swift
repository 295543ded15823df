import Dispatch
public import Foundation
import ReferenceRedux
import ValueRedux

/// A facade that shows a store of values as a class store, so that old observers can use the new store.
///
/// Presenters, observers and singletons that were written for a class store stay as they are: they
/// dispatch from any thread, request deep copies, and receive the notification of a class store.
///
/// ```swift
/// final class LoginStore: LegacyFacade<ValueStore<AppValue, AppAction>, AppState>, @unchecked Sendable {
///   @MainActor static let shared = LoginStore(appStore) { AppState($0) }
/// }
/// ```
///
/// The facade dispatches actions to the value store on the main actor, and keeps the order of each thread's actions.
/// For old observers, this facade differs from a class store in two ways. Reducers run on the main actor. ``read(_:)``
/// costs as much as ``currentState()``, because the value store has no live class graph.
///
/// ## Thread safety
/// Safe from any thread.
///
/// This class is `@unchecked Sendable` because:
/// 1. `base`, `subscription` and `hasChange` are isolated to the main actor.
/// 2. All other properties are constant and `Sendable`.
open class LegacyFacade<Base: ValueStateStore, State: AnyObject>: @unchecked Sendable {
  @MainActor private let base: Base
  @MainActor private var subscription: SubscriptionToken?
  @MainActor private var hasChange = false
  /// The actions and reads of any thread.
  private let inbox = MainActorInbox()
  private let makeRoot: @Sendable (Base.State) throws -> sending State
  private let center: NotificationCenter

  /// Creates the facade of a value store.
  ///
  /// - Parameters:
  ///   - base: The value store. If new code dispatches to this store directly, the facade posts its notification, too.
  ///   - center: The center to which the facade posts its notification after changes.
  ///   - makeRoot: A closure that builds a new class graph from a value, on the thread that requests the graph.
  @MainActor
  public init(
    _ base: Base,
    notificationCenter center: NotificationCenter = .default,
    makeRoot: @escaping @Sendable (Base.State) throws -> sending State
  ) {
    self.base = base
    self.center = center
    self.makeRoot = makeRoot
    subscription = base.subscribe { [weak self] _ in
      // The first delivery, of the present state, is no change.
      guard let self, subscription != nil else { return }
      hasChange = true
      put(nil)
    }
  }

  /// Schedules an action for the value store, and returns at once; callable on any thread.
  ///
  /// - Parameter action: The action. A pending action keeps this facade alive.
  public func dispatch(_ action: Base.Action) {
    put { self.base.dispatch(action) }
  }

  /// Builds, at each call, a new class graph from the present value of the store.
  ///
  /// The graph includes the results of all actions that the calling thread dispatched before this call. On the main actor,
  /// the call first reduces the pending actions; on another thread, the call waits for the main actor. Do not call this
  /// method on a thread for which the main actor waits: the call would never return. A subscriber that calls this method
  /// while the value store handles an action receives the state after that action, without the results of pending actions.
  ///
  /// - Returns: A graph to which no other code refers.
  /// - Throws: Errors of the closure that builds the graph.
  /// - Complexity: The cost of the closure that builds the graph.
  public func currentState() throws -> sending State {
    try makeRoot(currentValue())
  }

  /// Lends a new class graph, made from the present value of the store, to a closure; waits as ``currentState()`` does.
  ///
  /// - Parameter body: A closure that receives a graph to which no other code refers.
  /// - Returns: The result of `body`.
  /// - Throws: Errors of `body`, or of the closure that builds the graph.
  public func read<Result: Sendable>(
    _ body: @Sendable (State) throws -> Result
  ) throws -> Result {
    try body(makeRoot(currentValue()))
  }

  /// Waits, as ``currentState()`` does, until all actions that the calling thread dispatched earlier are reduced.
  public func flush() {
    _ = currentValue()
  }

  /// Waits until all actions that the caller dispatched earlier are reduced and the observers are notified.
  public func settle() async {
    await MainActor.run { takeTurn() }
  }

  private func currentValue() -> Base.State {
    if MainQueue.isCurrent {
      return MainActor.assumeIsolated {
        inbox.run()
        return base.state
      }
    }
    let answer = Locked<Base.State?>(nil)
    let isAnswered = DispatchSemaphore(value: 0)
    put {
      let state = self.base.state
      answer.withLock { $0 = state }
      isAnswered.signal()
    }
    isAnswered.wait()
    return answer.withLock { $0! }
  }

  /// Puts work last, which a turn of the main actor runs; until then it keeps the facade alive.
  private func put(_ work: MainActorInbox.Work?) {
    inbox.put(work) { self.takeTurn() }
  }

  /// Runs what is pending, then posts the notification of all changes since the last turn.
  @MainActor
  private func takeTurn() {
    inbox.run()
    if exchange(&hasChange, with: false) { center.post(name: .RDXStateDidChange, object: self) }
  }
}
