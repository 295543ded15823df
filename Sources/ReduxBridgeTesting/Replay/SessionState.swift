import ReduxBridge
import ReduxSessions
public import ValueRedux

/// The state of a check that replays recordings on a reducer alone.
public final class SessionState<Value: Codable & Equatable & Sendable>: Codable {
  var value: Value

  init(_ value: Value) {
    self.value = value
  }
}

extension ParityCheck {
  /// Creates a check that replays recordings on the reducer of a value store, for an app after its migration.
  ///
  /// - Parameters:
  ///   - reducer: The reducer of the store.
  ///   - initialState: The state to start from if a recording does not have a complete initial state.
  public init<Value>(
    _ reducer: Reducer<Value, Action>, initialState: Value
  ) where State == SessionState<Value> {
    let slice = StateSlice<State, Action, Value>(
      SessionLine.wholeState,
      projection: Projection(read: { $0.value }, write: { $0.value = $1 }), legacy: [],
      reducer: reducer)
    self.init([.slice(slice)]) { SessionState(initialState) }
    isReducerAlone = true
  }
}
