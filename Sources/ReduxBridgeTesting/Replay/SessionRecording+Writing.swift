public import Foundation
import ReduxBridge
package import ReduxSessions
public import ValueRedux
import ValueReflection

extension SessionRecording {
  /// Writes a list of actions as a recording, such as one that a test found.
  ///
  /// - Parameters:
  ///   - actions: The actions; those that are not `Codable` cannot be replayed.
  ///   - url: The place of the file, in an existing folder. An older file there is renamed.
  ///   - options: How to record; of these, the names and the redactor count.
  /// - Throws: A `CocoaError` if the file cannot be written.
  package static func write<Action: Sendable>(
    _ actions: some Sequence<Action>, to url: URL,
    options: SessionRecorder.Options = SessionRecorder.Options()
  ) throws {
    try SessionWriter.write(
      actions, from: [], to: url, options, typeName: qualifiedActionTypeName(of:))
  }
}

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
