public import Foundation
import ReduxBridge
import ReduxSessions
public import ValueRedux
import ValueReflection

/// The state of a replay on a reducer alone.
public final class SessionState<Value: Codable & Equatable & Sendable>: Codable {
  var value: Value

  init(_ value: Value) {
    self.value = value
  }
}

extension SessionReplay {
  /// Reads a recording of a value store, to replay it on the value side.
  ///
  /// - Parameters:
  ///   - url: The place of the file.
  ///   - reducer: The reducer of the store.
  ///   - initialState: The state for what the recording does not hold.
  /// - Throws: ``SessionError``, or the error of reading the file. Nothing runs before.
  public init<Value>(
    _ url: URL, reducer: Reducer<Value, Action>, initialState: Value
  ) throws where State == SessionState<Value> {
    let slice = StateSlice<State, Action, Value>(
      SessionLine.wholeState,
      projection: Projection(read: { $0.value }, write: { $0.value = $1 }), legacy: [],
      reducer: reducer)
    try self.init(url, entries: [.slice(slice)]) { SessionState(initialState) }
  }
}
