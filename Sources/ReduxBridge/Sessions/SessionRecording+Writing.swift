public import Foundation
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
  public static func write<Action: Sendable>(
    _ actions: some Sequence<Action>, to url: URL,
    options: SessionRecorder.Options = SessionRecorder.Options()
  ) throws {
    try write(actions, from: [], to: url, options, typeName: qualifiedActionTypeName(of:))
  }

  fileprivate static func write<Action: Sendable>(
    _ actions: some Sequence<Action>, after number: Int = 0,
    from values: [(name: String, value: any Sendable)], to url: URL,
    _ options: SessionRecorder.Options, typeName: (Action) -> String
  ) throws {
    var options = options
    options.fileLimit = .max
    let writer = try SessionWriter(at: url, options, or: nil)
    let header = SessionLine.header(
      options, after: number, stages: nil,
      state: try SessionCheckpoint.values(values).encode(writer.encoder))
    try writer.begin(header)
    var number = number
    for action in actions {
      number += 1
      try writer.add(SessionLine.action(action, typeName(action), number, writer))
    }
    try writer.add(.object(["kind": .string("end")]))
    try writer.close()
  }
}

extension Counterexample {
  /// Writes the actions as a recording, with the value to start from, if there is one.
  ///
  /// - Parameters:
  ///   - url: The place of the file, in an existing folder. An older file there is renamed.
  ///   - options: How to record; of these, the names and the redactor count.
  /// - Throws: A `CocoaError` if the file cannot be written.
  public func write(
    to url: URL, options: SessionRecorder.Options = SessionRecorder.Options()
  ) throws {
    try SessionRecording.write(
      actions, from: start.map { [(slice, $0)] } ?? [], to: url, options.with(redactor),
      typeName: qualifiedActionTypeName(of:))
  }
}

extension ParityTrace {
  /// Writes the actions as a recording, with the values to start from.
  ///
  /// - Parameters:
  ///   - url: The place of the file, in an existing folder. An older file there is renamed.
  ///   - options: How to record; of these, the names and the redactor count.
  /// - Throws: A `CocoaError` if the file cannot be written.
  public func write(
    to url: URL, options: SessionRecorder.Options = SessionRecorder.Options()
  ) throws {
    let values = reads.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
    try SessionRecording.write(
      actions, after: firstActionNumber - 1, from: [(slice, start)] + values, to: url,
      options.with(redactor), typeName: qualifiedActionTypeName(of:))
  }
}

extension SessionRecorder.Options {
  /// These options, with a redactor if they have none.
  fileprivate func with(_ redactor: Redactor) -> SessionRecorder.Options {
    var options = self
    options.redactor = options.redactor ?? redactor
    return options
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
