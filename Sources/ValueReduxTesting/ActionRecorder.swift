public import ValueRedux

/// A middleware that records every action together with the state it led to.
///
/// ```swift
/// let recorder = ActionRecorder<AppState, AppAction>()
/// let store = ValueStore(
///   initialState: AppState(), reducer: reducer, middlewares: [recorder.middleware])
/// ```
///
/// Put first, it records in the order in which the actions are handled.
///
/// ## Thread safety
///
/// Confined to the main actor.
@MainActor
public final class ActionRecorder<State: Sendable, Action: Sendable> {
  /// One action and the state after it.
  ///
  /// ## Thread safety
  ///
  /// Safe from any thread because it is an immutable value.
  public struct Record: Sendable {
    /// The action.
    public let action: Action
    /// The state after the action.
    public let state: State
  }

  /// All that was recorded, in order.
  public private(set) var records: [Record] = []

  /// Called after each record.
  var recorded: () -> Void = {}

  private var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

  /// Makes a recorder.
  public init() {}

  /// The actions that were recorded, in order.
  public var actions: [Action] { records.map(\.action) }

  /// The states that were recorded, in order.
  public var states: [State] { records.map(\.state) }

  /// The middleware to hand to a store.
  public var middleware: Middleware<State, Action> {
    Middleware { [weak self] state, action in
      self?.add(Record(action: action, state: state))
    }
  }

  /// Forgets what was recorded.
  public func removeAll() {
    records = []
  }

  /// Returns when at least so many actions are recorded.
  ///
  /// It waits for as long as that takes: give the test a time limit where it may take for ever.
  ///
  /// - Parameter count: How many.
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
