/// A side effect: runs for every action after the reducers, with the state that they produced.
///
/// ```swift
/// extension Middleware<AppState, AppAction> {
///   static func logins(service: any LoginsService) -> Self {
///     Middleware { state, action, context in
///       guard case .refreshTapped = action else { return }
///       context.run(id: "logins") { send in
///         await send(.loginsLoaded(service.load()))
///       }
///     }
///   }
/// }
/// ```
///
/// The function that creates a middleware takes its dependencies, so that a test can pass others.
/// Start work that takes time with ``MiddlewareContext/run(id:priority:operation:)``; it dispatches
/// its result as an action. This replaces thunks: an action stays a plain value that can be logged,
/// compared and replayed.
///
/// A middleware runs once for each action, regardless of the number of screens and windows.
///
/// ## Thread safety
///
/// Safe from any thread because it is immutable; its closure runs on the main actor only.
public struct Middleware<State, Action>: Sendable {
  /// What a middleware does with an action.
  public typealias Body =
    @MainActor (_ state: State, _ action: Action, _ context: MiddlewareContext<State, Action>) ->
    Void

  @usableFromInline
  let body: Body

  /// Creates a middleware.
  ///
  /// - Parameter body: Called on the main actor after each action, with the state that the action
  ///   led to, the action, and a context that dispatches and starts work.
  @inlinable
  public init(_ body: @escaping Body) {
    self.body = body
  }

  /// Creates a middleware that starts no work and dispatches nothing.
  @inlinable
  public init(_ body: @escaping @MainActor (_ state: State, _ action: Action) -> Void) {
    self.body = { state, action, _ in body(state, action) }
  }
}

/// The means of a middleware: it dispatches actions, starts work and cancels it.
///
/// All middlewares of a store share one context. It does not keep the store alive, so a middleware
/// may store it.
@MainActor
public final class MiddlewareContext<State: Sendable, Action: Sendable> {
  weak var store: ValueStore<State, Action>?
  let work = WorkRegistry()

  @usableFromInline
  nonisolated init() {}

  /// Dispatches an action after the current one; does nothing once the store is released.
  ///
  /// - Parameter action: The action. Called from a middleware, it waits until all middlewares and
  ///   subscribers have received the current action, and is handled before the outermost `dispatch`
  ///   returns.
  public func dispatch(_ action: Action) {
    store?.dispatch(action)
  }

  /// The number of the current action, or of the last one; zero once the store is released.
  public var actionNumber: ActionNumber { store?.actionNumber ?? .zero }

  /// Starts work that takes time.
  ///
  /// The work runs off the main actor. It ends by itself, by ``cancel(id:)``, by another call with
  /// the same id, or when the store is released. The store ignores what it sends after that.
  ///
  /// - Parameters:
  ///   - id: Names the work, so that it can be cancelled. Work that still runs under the same id is
  ///     cancelled first.
  ///   - priority: The priority of the task; nil for that of the caller.
  ///   - operation: The work, which receives a function that sends actions.
  public func run(
    id: (any Hashable & Sendable)? = nil,
    priority: TaskPriority? = nil,
    operation: @escaping @concurrent @Sendable (ActionSender<Action>) async -> Void
  ) {
    let ticket = work.begin(id: id.map(WorkID.init))
    let sender = ActionSender<Action> { [weak store, work] action in
      guard let store, work.isRunning(ticket) else { return false }
      store.dispatch(action)
      return true
    }
    let task = Task(priority: priority) { @concurrent [work] in
      await operation(sender)
      work.end(ticket)
    }
    work.attach(task, to: ticket)
  }

  /// Starts work that takes time and may fail.
  ///
  /// Cancelled work does not count as failed.
  ///
  /// - Parameters:
  ///   - id: Names the work, as in ``run(id:priority:operation:)``.
  ///   - priority: The priority of the task; nil for that of the caller.
  ///   - operation: The work, which receives a function that sends actions.
  ///   - failure: Creates the action that reports the error.
  public func run(
    id: (any Hashable & Sendable)? = nil,
    priority: TaskPriority? = nil,
    operation: @escaping @concurrent @Sendable (ActionSender<Action>) async throws -> Void,
    failure: @escaping @Sendable (any Error) -> Action
  ) {
    run(id: id, priority: priority) { send in
      do {
        try await operation(send)
      } catch is CancellationError {
        return
      } catch {
        await send(failure(error))
      }
    }
  }

  /// Cancels the work that runs under an id, if there is any.
  public func cancel(id: any Hashable & Sendable) {
    work.cancel(id: WorkID(id))
  }

  /// Cancels all work of this store.
  public func cancelAll() {
    work.cancelAll()
  }
}

/// Sends actions to the store from work that a middleware started.
///
/// It keeps neither the store nor the middleware alive. Once the work is cancelled or the store is
/// released, it does nothing.
///
/// ## Thread safety
///
/// Safe from any thread because it is immutable; it dispatches on the main actor.
public struct ActionSender<Action: Sendable>: Sendable {
  private let dispatch: @MainActor @Sendable (Action) -> Bool

  init(dispatch: @escaping @MainActor @Sendable (Action) -> Bool) {
    self.dispatch = dispatch
  }

  /// Dispatches an action, unless the work was cancelled or the store is released.
  ///
  /// - Parameter action: The action. It is handled completely before the call returns, or queued if
  ///   the store is busy, exactly as in ``ValueStore/dispatch(_:)``.
  /// - Returns: Whether the action was dispatched.
  @MainActor @discardableResult
  public func callAsFunction(_ action: Action) -> Bool {
    dispatch(action)
  }
}
