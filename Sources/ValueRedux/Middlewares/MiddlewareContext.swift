/// What a middleware may do: dispatch actions, start work and cancel it.
///
/// There is one context for each store, handed to every middleware with every action. It does not
/// keep the store alive, so a middleware may hold on to it.
///
/// ## Thread safety
///
/// Confined to the main actor.
@MainActor
public final class MiddlewareContext<State: Sendable, Action: Sendable> {
  weak var store: ValueStore<State, Action>?
  let work = WorkRegistry()

  @usableFromInline
  nonisolated init() {}

  /// Dispatches an action once the current one is done; does nothing when the store is gone.
  ///
  /// - Parameter action: The action. Called from a middleware it waits until the middlewares and
  ///   subscribers have been told of the current action, and is handled before the outermost
  ///   `dispatch` returns.
  public func dispatch(_ action: Action) {
    store?.dispatch(action)
  }

  /// The number of the action that is being handled, or was last; zero when the store is gone.
  public var actionNumber: ActionNumber { store?.actionNumber ?? .zero }

  /// Starts work that takes time.
  ///
  /// The work runs off the main actor. It ends by itself, by ``cancel(id:)``, by another call with
  /// the same id, or when the store is released; what it sends after a cancellation is dropped.
  ///
  /// - Parameters:
  ///   - id: Names the work, so that it can be cancelled. Work under the same id that is still
  ///     running is cancelled first.
  ///   - priority: The priority of the task; nil for that of the caller.
  ///   - operation: The work, which gets a way to send actions.
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
  /// A cancelled piece of work does not count as failed.
  ///
  /// - Parameters:
  ///   - id: Names the work, as in the form that cannot fail.
  ///   - priority: The priority of the task; nil for that of the caller.
  ///   - operation: The work, which gets a way to send actions.
  ///   - failure: Makes the action that tells of the error.
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

  /// Cancels the work that runs under an id; does nothing when there is none.
  ///
  /// - Parameter id: The id given to ``run(id:priority:operation:)``.
  public func cancel(id: any Hashable & Sendable) {
    work.cancel(id: WorkID(id))
  }

  /// Cancels all work of this store.
  public func cancelAll() {
    work.cancelAll()
  }
}
