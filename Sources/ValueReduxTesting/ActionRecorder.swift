public import ValueRedux
internal import ValueReflection

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
  /// One action and the state after it.
  public struct Record: Sendable {
    /// The action.
    public let action: Action
    /// The state after the action.
    public let state: State
  }

  /// The records in the order of the actions.
  public private(set) var records: [Record] = []

  /// Called after each record.
  var recorded: () -> Void = {}

  private struct Waiter {
    let id: Int
    let count: Int
    let continuation: CheckedContinuation<Void, Never>
  }

  private var waiters: [Waiter] = []
  private var lastWaiter = 0

  /// Creates a recorder.
  public init() {}

  /// The actions of all records.
  public var actions: [Action] { records.map(\.action) }

  /// The states of all records.
  public var states: [State] { records.map(\.state) }

  /// The middleware that records, to be passed to a store.
  ///
  /// It does not keep the recorder alive.
  public var middleware: Middleware<State, Action> {
    Middleware { [weak self] state, action in
      self?.add(Record(action: action, state: state))
    }
  }

  /// Removes all records.
  public func removeAll() {
    // An action may own what dispatches when it is released, which makes a record.
    let removed = records
    records = []
    withExtendedLifetime(removed) {}
  }

  /// Returns when it holds at least a number of records.
  ///
  /// It has no time limit of its own: give the test one. It returns early if the task is cancelled,
  /// as a time limit does.
  ///
  /// - Parameter count: The number of records.
  public func waitForRecords(_ count: Int) async {
    guard records.count < count else { return }
    lastWaiter += 1
    let id = lastWaiter
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        waiters.append(Waiter(id: id, count: count, continuation: continuation))
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

  private func add(_ record: Record) {
    records.append(record)
    let ready = waiters.filter { $0.count <= records.count }
    waiters.removeAll { $0.count <= records.count }
    ready.forEach { $0.continuation.resume() }
    recorded()
  }
}

extension ActionRecorder: CustomReflectable {
  /// Shows none of the records.
  public nonisolated var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension ActionRecorder.Record: CustomStringConvertible, CustomReflectable {
  /// The action, without what must not be shown.
  public var description: String { safeText(of: action) { "\($0)" } }

  /// What `dump` shows: the description.
  public var customMirror: Mirror { Mirror(self, children: ["action": description]) }
}
