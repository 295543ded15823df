/// A closure for side effects; after the reducer, a store runs the closure for every action, with the new state.
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
/// Create a middleware in a function that has a parameter for each dependency, such as `service` above, so that a test
/// can pass its own dependencies. ``MiddlewareContext/run(id:overlap:priority:operation:)`` starts asynchronous work,
/// which dispatches its result as an action. In some Redux libraries, an action can be a function that does such work
/// (a thunk). In this library, each action is a plain value, so an app can log, compare and replay it.
///
/// A middleware runs once for each action, regardless of the number of screens and windows.
///
/// ## Thread safety
///
/// Safe from any thread because a middleware is immutable; its closure runs on the main actor only.
@frozen
public struct Middleware<State: Sendable, Action: Sendable>: Sendable {
  /// Creates what one store calls, with the context that belongs to that store.
  @usableFromInline
  let install: @MainActor (MiddlewareContext<State, Action>) -> InstalledMiddleware<State, Action>

  @inlinable
  init(
    install:
      @escaping @MainActor (MiddlewareContext<State, Action>) ->
      InstalledMiddleware<State, Action>
  ) {
    self.install = install
  }

  /// Creates a middleware.
  ///
  /// - Parameter body: A closure that runs on the main actor after the reducer, for each action. The closure receives
  ///   the new state, the action, and a context that dispatches actions and starts work.
  @inlinable
  public init(
    _ body:
      @escaping @MainActor (
        _ state: State, _ action: Action, _ context: MiddlewareContext<State, Action>
      ) -> Void
  ) {
    self.init(install: { context in
      InstalledMiddleware(run: { state, action in state.read { body($0, action, context) } })
    })
  }

  /// Creates a middleware that starts no work and dispatches nothing.
  @inlinable
  public init(_ body: @escaping @MainActor (_ state: State, _ action: Action) -> Void) {
    self.init { state, action, _ in body(state, action) }
  }

  /// Creates a middleware whose closure can compare a part of the state before and after each action.
  ///
  /// ```swift
  /// Middleware(comparing: \.unread) { old, new, action, context in
  ///   if let old, new > old { context.dispatch(.ring) }
  /// }
  /// ```
  ///
  /// The middleware holds the old part while the reducer runs, so the first change to a collection in this part copies
  /// the collection. To avoid this copy, select a count or an id instead of the collection.
  ///
  /// - Parameters:
  ///   - select: A closure or a key path literal that reads the part, before and after each action.
  ///   - body: A closure that runs on the main actor after each action, even if the part is unchanged. The argument
  ///     `old` is nil only if the middleware is scoped to a part of the state that was nil before the action.
  public init<Part>(
    comparing select: @escaping @MainActor (State) -> Part,
    _ body:
      @escaping @MainActor (
        _ old: Part?, _ new: Part, _ action: Action, _ context: MiddlewareContext<State, Action>
      ) -> Void
  ) {
    self.init(install: { context in
      var before: (part: Part, number: ActionNumber)?
      return InstalledMiddleware(
        prepare: { state, _ in before = (state.read(select), context.number()) },
        run: { state, action in
          // A lifted middleware is not prepared for each action that it runs for.
          let old = before?.number == context.number() ? before?.part : nil
          before = nil
          body(old, state.read(select), action, context)
        })
    })
  }
}

/// A middleware of one store.
@frozen @usableFromInline
struct InstalledMiddleware<State, Action> {
  @usableFromInline typealias Step = @MainActor (Lent<State>, Action) -> Void

  /// Called before the reducer; nil in most middlewares.
  @usableFromInline let prepare: Step?
  /// Called after the reducer.
  @usableFromInline let run: Step

  @inlinable
  init(prepare: Step? = nil, run: @escaping Step) {
    self.prepare = prepare
    self.run = run
  }
}

/// A context with which a middleware dispatches actions, and starts and cancels work.
///
/// Each middleware of a store has its own context, and its own ids of work. The context does not keep the store alive,
/// so a middleware can keep the context.
@MainActor
public final class MiddlewareContext<State: Sendable, Action: Sendable> {
  let work: WorkRegistry
  let send: @MainActor @Sendable (Action) -> Bool
  let number: @MainActor () -> ActionNumber

  @usableFromInline
  init(
    work: WorkRegistry,
    send: @escaping @MainActor @Sendable (Action) -> Bool,
    number: @escaping @MainActor () -> ActionNumber
  ) {
    self.work = work
    self.send = send
    self.number = number
  }

  /// Dispatches an action after the current action, or does nothing if the store is released.
  ///
  /// - Parameter action: The action. If a middleware makes the call, the action waits until all middlewares have run
  ///   for the current action and all subscribers are notified. The outermost call of ``ValueStore/dispatch(_:)``
  ///   returns only after the store has handled the new action, too.
  public func dispatch(_ action: Action) {
    _ = send(action)
  }

  /// Starts asynchronous work.
  ///
  /// The work runs off the main actor. The work ends when the operation returns. The work is canceled by a call of
  /// ``cancel(id:)``, by the release of the store and, by default, by another call of this method with the same id. The
  /// store ignores the actions that canceled work sends.
  ///
  /// If the operation registers a callback and returns, the callback can still send actions, and ``cancel(id:)`` cannot
  /// stop these actions. To keep the work cancelable, let the operation return only after it has sent its last action.
  ///
  /// - Parameters:
  ///   - id: The name of the work, by which ``cancel(id:)`` or a later `run` cancels the work. If nil, only the release
  ///     of the store cancels the work. Ids of different types are different: `1` and `1.0` are two ids.
  ///   - overlap: The rule for earlier work that still runs under the same id. By default, the call cancels the earlier
  ///     work.
  ///   - priority: The priority of the work's task. If the argument is nil, the task has the priority of the caller.
  ///   - operation: The work. The operation sends its results and errors as actions, by the sender that it receives.
  /// - Returns: Whether the work was started: false if `overlap` refuses the work, or if the store is released.
  @discardableResult
  public func run(
    id: (any Hashable & Sendable)? = nil,
    overlap: WorkOverlap = .cancelPrevious,
    priority: TaskPriority? = nil,
    operation: @escaping @concurrent @Sendable (ActionSender<Action>) async -> Void
  ) -> Bool {
    guard let ticket = work.begin(id: id.map { WorkID($0, of: self) }, overlap: overlap) else {
      return false
    }
    let sender = ActionSender<Action> { [send] action in
      if ticket.isCancelled { return false }
      return send(action)
    }
    let task = Task(priority: priority) { @concurrent [work] in
      await operation(sender)
      work.end(ticket)
    }
    ticket.attach(task)
    return true
  }

  /// Cancels all work of this middleware that runs under `id`.
  public func cancel(id: any Hashable & Sendable) {
    work.cancel(id: WorkID(id, of: self))
  }
}

/// The rule for work that starts under an id while earlier work still runs under the same id.
public enum WorkOverlap: Sendable {
  /// The newest work wins: earlier work under the id is canceled. Use this case for a search while the user types.
  case cancelPrevious
  /// All work runs, and `cancel(id:)` cancels all of it. Use this case for downloads that are canceled together.
  case runAll
  /// The oldest work wins: the new work is not started. Use this case for a refresh that must never run twice at once.
  case refuse
}

/// A function by which the work of a middleware sends actions to the store.
///
/// A sender keeps neither the store nor the middleware alive. After the work is canceled or the store is released, the
/// sender ignores all actions. If the work has returned and was not canceled, the sender can still send actions.
///
/// ## Thread safety
///
/// Safe from any thread because a sender is immutable; a sender dispatches on the main actor.
public struct ActionSender<Action: Sendable>: Sendable {
  private let dispatch: @MainActor @Sendable (Action) -> Bool

  init(dispatch: @escaping @MainActor @Sendable (Action) -> Bool) {
    self.dispatch = dispatch
  }

  /// Dispatches an action, unless the work was canceled or the store is released.
  ///
  /// - Parameter action: The action. If the store is idle, it handles the action completely before the call returns. If
  ///   the store is handling another action, it queues this action.
  /// - Returns: Whether the action was dispatched.
  @MainActor @discardableResult
  public func callAsFunction(_ action: Action) -> Bool {
    dispatch(action)
  }
}
