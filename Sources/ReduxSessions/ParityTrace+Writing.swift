public import Foundation
public import ReduxBridge

extension SessionWriter {
  /// Writes a list of actions as a recording, from given values of slices.
  package static func write<Action: Sendable>(
    _ actions: some Sequence<Action>, after number: Int = 0,
    from values: [(name: String, value: any Sendable)], to url: URL,
    _ options: SessionRecorder.Options, typeName: (Action) -> String
  ) throws {
    let writer = try SessionWriter(at: url, options)
    let header = SessionLine.header(
      options, after: number, stages: nil,
      state: try SessionCheckpoint.values(values).encode(writer.encoder))
    try writer.begin(header)
    var number = number
    for action in actions {
      number += 1
      try writer.add(SessionLine.action(action, typeName(action), number, writer))
    }
    try writer.add(SessionLine.end)
    try writer.close()
  }
}

extension ParityTrace {
  /// Writes the actions, and the values of the slices before the first action, as a recording; O(*n*) for *n* actions.
  ///
  /// - Parameters:
  ///   - url: The file, in an existing folder. An older file is renamed, such as `session.jsonl` to `session.1.jsonl`.
  ///   - options: The options; only `app`, `version`, `seed` and `redactor` have an effect.
  /// - Throws: A `CocoaError` if the file cannot be written.
  public func write(
    to url: URL, options: SessionRecorder.Options = SessionRecorder.Options()
  ) throws {
    var options = options
    options.redactor = options.redactor ?? redactor
    let values = reads.sortedByKey.map { (name: $0.key, value: $0.value) }
    try SessionWriter.write(
      actions, after: firstActionNumber - 1, from: [(slice, start)] + values, to: url,
      options, typeName: qualifiedActionTypeName(of:))
  }
}
