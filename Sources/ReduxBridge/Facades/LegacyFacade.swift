public import Foundation
import Dispatch
import ReferenceRedux

/// A store of values, seen as a store of reference state: old observers on the new store.
///
/// Presenters, observers and singletons of the old form go on as they are: they dispatch from any
/// thread, ask for deep copies, and hear the same notification.
///
/// ```swift
/// final class LoginStore: LegacyFacade<ValueStore<AppValue, AppAction>, AppState>, @unchecked Sendable {
///   @MainActor static let shared = LoginStore(appStore) { AppState($0) }
/// }
/// ```
///
/// Actions are handed to the value store on the main actor, in the order in which each thread
/// dispatched them. That changes one thing that an old observer could rely on: reducers run on the main
/// actor (C5 of the original's contract). There is no live class graph to borrow either, so ``read(_:)``
/// costs what ``currentState()`` costs.
///
/// ## Thread safety
/// Safe from any thread.
///
/// `@unchecked Sendable` because:
/// 1. `inbox` is a lock, and `base`, `observers` and `following` are touched on the main actor alone,
///    as their isolation says.
/// 2. All else is constant and `Sendable`.
open class LegacyFacade<Base: ValueStateStore, Root: AnyObject>: ReferenceStateStore,
  @unchecked Sendable
{
  /// The root of the class graph that observers see.
  public typealias State = Root
  /// What is dispatched.
  public typealias Action = Base.Action

  private enum Errand: Sendable {
    case action(Base.Action)
    case read(@Sendable (Base.State) -> Void)
  }

  private struct Inbox: Sendable {
    var errands: [Errand] = []
    var isTurnPending = false
    var hasNews = false

    /// Whether a turn of the main actor has to be asked for; there is never more than one pending.
    mutating func asksForTurn() -> Bool {
      defer { isTurnPending = true }
      return !isTurnPending
    }
  }

  @MainActor private let base: Base
  @MainActor private var observers: [(id: Int, tell: @MainActor () -> Void)] = []
  @MainActor private var lastObserver = 0
  @MainActor private var following: FollowToken?
  private let inbox = Locked(Inbox())
  private let makeRoot: @Sendable (Base.State) throws -> sending Root
  private let center: NotificationCenter

  /// Makes the facade of a value store.
  ///
  /// - Parameters:
  ///   - base: The value store. New code may go on using it directly; observers hear of that, too.
  ///   - center: Where the notification is posted.
  ///   - makeRoot: Builds the class graph of a value, new at each call; may be called on any thread.
  @MainActor
  public init(
    _ base: Base,
    notificationCenter center: NotificationCenter = .default,
    makeRoot: @escaping @Sendable (Base.State) throws -> sending Root
  ) {
    self.base = base
    self.center = center
    self.makeRoot = makeRoot
    following = base.follow { [weak self] _ in
      // The present state, which is told at once, is no news.
      if self?.following != nil { self?.noteNews() }
    }
  }

  // MARK: Any thread

  /// Asks the value store to reduce an action, and returns at once; from any thread.
  ///
  /// - Parameter action: The action; it keeps this facade alive until it is reduced.
  public func dispatch(_ action: Base.Action) {
    put(.action(action))
  }

  /// Builds a class graph that says what the value store holds, new at each call.
  ///
  /// Shows what the calling thread dispatched before. Called on the main actor, it reduces what is
  /// pending first; called elsewhere, it waits for the main actor. Waiting for a thread that waits here
  /// is a deadlock on the main actor. Called by a subscriber while the value store handles an action,
  /// it shows the state of that action: what is pending comes after it.
  ///
  /// - Returns: A graph that nobody else holds.
  /// - Throws: What the closure which builds the graph throws.
  /// - Complexity: That of the closure which builds the graph.
  public func currentState() throws -> sending Root {
    try makeRoot(currentValue())
  }

  /// Lends a class graph that says what the value store holds.
  ///
  /// - Parameter body: Is handed a graph of its own.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, or the closure which builds the graph.
  public func read<Result: Sendable>(
    _ body: @Sendable (Root) throws -> Result
  ) throws -> Result {
    try body(makeRoot(currentValue()))
  }

  /// Waits until what the calling thread dispatched before is reduced, as ``currentState()`` does.
  public func flush() {
    if MainQueue.isCurrent {
      MainActor.assumeIsolated { runErrands() }
    } else {
      let isDone = DispatchSemaphore(value: 0)
      put(.read { _ in isDone.signal() })
      isDone.wait()
    }
  }

  /// Waits until what the caller dispatched before is reduced, and the observers were told of it.
  public func settle() async {
    await MainActor.run { takeTurn() }
  }

  private func currentValue() -> Base.State {
    guard MainQueue.isCurrent else { return valueFromElsewhere() }
    return MainActor.assumeIsolated {
      runErrands()
      return base.state
    }
  }

  private func valueFromElsewhere() -> Base.State {
    let answer = Locked<Base.State?>(nil)
    let isAnswered = DispatchSemaphore(value: 0)
    put(
      .read { value in
        answer.withLock { $0 = value }
        isAnswered.signal()
      })
    isAnswered.wait()
    return answer.withLock { $0! }
  }

  private func put(_ errand: Errand) {
    let needsTurn = inbox.withLock { inbox in
      inbox.errands.append(errand)
      return inbox.asksForTurn()
    }
    if needsTurn { askForTurn() }
  }

  private func noteNews() {
    let needsTurn = inbox.withLock { inbox in
      inbox.hasNews = true
      return inbox.asksForTurn()
    }
    if needsTurn { askForTurn() }
  }

  /// The turn holds the facade, so that what is pending keeps it alive.
  private func askForTurn() {
    Task { @MainActor in takeTurn() }
  }

  // MARK: The main actor

  /// Does what is pending, then tells the observers of all changes since the last turn.
  @MainActor
  private func takeTurn() {
    inbox.withLock { $0.isTurnPending = false }
    runErrands()
    let hasNews = inbox.withLock { inbox in
      defer { inbox.hasNews = false }
      return inbox.hasNews
    }
    guard hasNews else { return }
    for observer in observers { observer.tell() }
    center.post(name: .RDXStateDidChange, object: self)
  }

  @MainActor
  private func runErrands() {
    let errands = inbox.withLock { inbox in
      defer { inbox.errands = [] }
      return inbox.errands
    }
    for errand in errands {
      switch errand {
      case .action(let action): base.dispatch(action)
      case .read(let read): read(base.state)
      }
    }
  }

  /// Tells of a value that is read from the class graph: at once, and after changes.
  ///
  /// A graph that cannot be built is not told; ``currentState()`` throws the error.
  ///
  /// - Parameters:
  ///   - read: Reads the value; called on the main actor.
  ///   - told: Is handed the value, whether or not it changed.
  /// - Returns: A token; nothing is told after it is released.
  @MainActor
  public func follow<Value: Sendable>(
    _ read: @escaping @Sendable (Root) -> Value, told: @escaping @MainActor (Value) -> Void
  ) -> FollowToken {
    lastObserver += 1
    let id = lastObserver
    let tell: @MainActor () -> Void = { [unowned self] in
      if let root = try? makeRoot(base.state) { told(read(root)) }
    }
    observers.append((id, tell))
    tell()
    return FollowToken(onMainActor: { [weak self] in self?.observers.removeAll { $0.id == id } })
  }
}
