public import ValueRedux

/// Records every action together with the state it led to.
///
/// ```swift
/// let recorder = ActionRecorder<AppState, AppAction>()
/// let store = ValueStore(
///   initialState: AppState(), reducer: reducer, middlewares: [recorder.middleware])
/// ```
///
/// As the first middleware, it records the actions in the order in which the store handles them.
@MainActor
public final class ActionRecorder<State: Sendable, Action: Sendable> {
  /// The actions, and the state after each of them.
  private(set) var steps: [(action: Action, state: State)] = []

  /// Called after each action.
  var didRecord: () -> Void = {}

  private var waiters: [(id: Int, count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  private var lastWaiter = 0

  /// Creates a recorder.
  public init() {}

  /// The actions in the order in which the store handled them.
  public var actions: [Action] { steps.map(\.action) }

  /// The states that they led to.
  public var states: [State] { steps.map(\.state) }

  /// The middleware that records, to be passed to a store.
  ///
  /// It does not keep the recorder alive.
  public var middleware: Middleware<State, Action> {
    Middleware { [weak self] state, action in
      self?.add((action, state))
    }
  }

  /// Removes all actions and states.
  public func removeAll() {
    // An action may own what dispatches when it is released, which is recorded.
    var removed: [(action: Action, state: State)] = []
    swap(&removed, &steps)
  }

  /// Returns when it holds at least a number of actions.
  ///
  /// It has no time limit of its own: give the test one. It returns early if the task is cancelled,
  /// as a time limit does.
  ///
  /// - Parameter count: The number of actions.
  public func waitForRecords(_ count: Int) async {
    guard steps.count < count else { return }
    lastWaiter += 1
    let id = lastWaiter
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        waiters.append((id, count, continuation))
        // A cancellation before this point found no waiter to resume.
        if Task.isCancelled { resumeWaiter(id) }
      }
    } onCancel: {
      Task { @MainActor in resumeWaiter(id) }
    }
  }

  private func resumeWaiter(_ id: Int) {
    guard let index = waiters.firstIndex(where: { $0.id == id }) else { return }
    waiters.remove(at: index).continuation.resume()
  }

  private func add(_ step: (action: Action, state: State)) {
    steps.append(step)
    let ready = waiters.filter { $0.count <= steps.count }
    waiters.removeAll { $0.count <= steps.count }
    ready.forEach { $0.continuation.resume() }
    didRecord()
  }
}
