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

  private var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

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
    records = []
  }

  /// Returns when it holds at least a number of records.
  ///
  /// It has no time limit of its own: give the test one.
  ///
  /// - Parameter count: The number of records.
  public func waitForRecords(_ count: Int) async {
    guard records.count < count else { return }
    await withCheckedContinuation { waiters.append((count, $0)) }
  }

  private func add(_ record: Record) {
    records.append(record)
    let ready = waiters.filter { $0.count <= records.count }
    waiters.removeAll { $0.count <= records.count }
    ready.forEach { $0.continuation.resume() }
    recorded()
  }
}
