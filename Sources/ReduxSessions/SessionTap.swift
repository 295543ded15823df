import ReduxBridge
import ReferenceRedux
import ValueReflection

/// The values at one moment, which the writer encodes.
package struct SessionCheckpoint: Sendable {
  package let encode: @Sendable (RecordingEncoder) throws -> JSONValue

  init(_ encode: @escaping @Sendable (RecordingEncoder) throws -> JSONValue) {
    self.encode = encode
  }

  /// The values of slices; of a value that is not `Codable`, the recording has none.
  package static func values(_ values: [(name: String, value: any Sendable)]) -> SessionCheckpoint {
    SessionCheckpoint { encoder in
      let entries = values.map { JSONValue.Member(name: $0, value: entry(of: $1, encoder)) }
      return .object(["slices": .object(entries)])
    }
  }

  private static func entry(of value: any Sendable, _ encoder: RecordingEncoder) -> JSONValue {
    guard let value = value as? any Encodable else {
      return .object(["missing": .string("its type is not Codable")])
    }
    do {
      let (tree, isComplete, masked) = try encoder.encode(value)
      return .object([
        "value": tree, "incomplete": isComplete ? nil : .bool(true),
        "masked": masked == 0 ? nil : .number(masked),
      ])
    } catch {
      return .object(["missing": .string("\(SourceText.typeName(type(of: error))) on encoding")])
    }
  }
}

/// Turns what happens in a store into entries of the log.
///
/// The store calls it in order: on its executor, or on the main actor. Mismatches may come from both.
struct SessionTap<Action: Sendable>: Sendable {
  private struct Progress: Sendable {
    /// The number of the latest action.
    var number = 0
    var sinceCheckpoint = 0
    /// The number of the first action that was left out, until a checkpoint follows.
    var gap: Int?
    var stages: [String: Stage]?
  }

  private let log: SessionLog
  private let options: SessionRecorder.Options
  private let progress: Locked<Progress>
  private let typeName: @Sendable (Action) -> String

  init(
    log: SessionLog, options: SessionRecorder.Options,
    typeName: @escaping @Sendable (Action) -> String
  ) {
    (self.log, self.options, self.typeName) = (log, options, typeName)
    progress = Locked(Progress())
  }

  /// Sets what the recording begins with, and returns what begins its first file.
  func begin(
    after number: Int, stages: [String: Stage]?, with checkpoint: SessionCheckpoint
  ) -> SessionLog.Entry {
    progress.withLock { ($0.number, $0.stages) = (number, stages) }
    return header(checkpoint)
  }

  /// Records an action after it was reduced; `checkpoint` reads the values after it.
  func note(_ action: Action, checkpoint: () -> SessionCheckpoint) {
    let (number, gap, isDue) = progress.withLock { progress in
      progress.number += 1
      progress.sinceCheckpoint += 1
      return (
        progress.number, progress.gap, progress.sinceCheckpoint >= options.checkpointInterval
      )
    }
    if let gap { return endGap(from: gap, to: number, checkpoint) }
    let typeName = typeName
    switch log.add({ try $0.add(SessionLine.action(action, typeName(action), number, $0)) }) {
    case .accepted: if isDue { add(checkpoint(), after: number) }
    case .fileIsFull: log.add(isRefusable: false, header(checkpoint()))
    case .isFull: progress.withLock { $0.gap = number }
    case .hasEnded: break
    }
  }

  /// Ends a gap with the present action, if there is room again.
  private func endGap(from first: Int, to last: Int, _ checkpoint: () -> SessionCheckpoint) {
    guard log.hasRoom else { return }
    progress.withLock { $0.gap = nil }
    log.add(isRefusable: false) {
      try $0.add(.object(["kind": .string("gap"), "first": .number(first), "last": .number(last)]))
    }
    add(checkpoint(), after: last)
  }

  /// Records the values after the last action, unless they are recorded.
  func end(_ checkpoint: () -> SessionCheckpoint) {
    let (number, gap, hasActions) = progress.withLock { progress in
      (progress.number, progress.gap, progress.sinceCheckpoint > 0)
    }
    if let gap {
      try? log.flush()
      return endGap(from: gap, to: number, checkpoint)
    }
    if hasActions { add(checkpoint(), after: number) }
  }

  private func add(_ checkpoint: SessionCheckpoint, after number: Int) {
    progress.withLock { $0.sinceCheckpoint = 0 }
    log.add(isRefusable: false) {
      let state = try checkpoint.encode($0.encoder)
      try $0.add(
        .object(["kind": .string("checkpoint"), "number": .number(number), "state": state]))
    }
  }

  /// Records changes of stage.
  func note(_ stages: [String: Stage]) {
    let (number, changes) = progress.withLock { progress in
      let changes = stages.filter { progress.stages?[$0.key] != $0.value }
      progress.stages = stages
      return (progress.number, changes)
    }
    for (slice, stage) in changes.sortedByKey {
      let change = JSONValue.object([
        "kind": .string("stage"), "after": .number(number), "slice": .string(slice),
        "stage": .string(stage.rawValue),
      ])
      log.add(isRefusable: false) { try $0.add(change) }
    }
  }

  /// Records a mismatch, whose texts the redactor of the store has made.
  func note(_ mismatch: Mismatch) {
    let mismatch = options.redactor.map { mismatch.redacted(by: $0) } ?? mismatch
    log.add {
      try $0.add(
        .object(["kind": .string("mismatch"), "mismatch": RecordingEncoder().encode(mismatch).tree])
      )
    }
  }

  /// Returns the entry that begins a file with the values of `checkpoint`, which count as a checkpoint.
  private func header(_ checkpoint: SessionCheckpoint) -> SessionLog.Entry {
    let present = progress.withLock { progress in
      progress.sinceCheckpoint = 0
      return progress
    }
    return { [options] writer in
      let state = try checkpoint.encode(writer.encoder)
      try writer.begin(
        SessionLine.header(options, after: present.number, stages: present.stages, state: state))
    }
  }
}

extension Mismatch {
  /// The mismatch for a redactor that has not made its texts, which do not show what is part of what.
  fileprivate func redacted(by redactor: Redactor) -> Mismatch {
    func shown(_ text: String, at path: String) -> String {
      let isLiteral = !text.contains { "([".contains($0) }
      let isShown =
        isLiteral && redactor.replacement == nil
        && redactor.names.extent(ofPath: path) == .nothing
      return isShown ? text : Redactor.mask
    }
    var copy = self
    (copy.action, copy.path) = (actionType, redactor.names.shown(path))
    (copy.legacy, copy.value) = (shown(legacy, at: path), shown(value, at: path))
    return copy
  }
}

/// The lines of a recording that need more than their parts.
package enum SessionLine {
  /// The version of the format that this release writes, and the newest that it reads.
  package static let format = 1

  /// The name of the one slice of a value store, whose value is its whole state.
  package static let wholeState = "state"

  /// The first line of each file.
  static func header(
    _ options: SessionRecorder.Options, after number: Int, stages: [String: Stage]?,
    state: JSONValue
  ) -> JSONValue {
    let stages = stages?.sortedByKey.map {
      JSONValue.Member(name: $0.key, value: .string($0.value.rawValue))
    }
    return .object([
      "kind": .string("header"),
      "format": .number(format), "app": .string(options.app), "version": .string(options.version),
      "seed": options.seed.map { .number($0) }, "stages": stages.map { .object($0) },
      "number": .number(number), "state": state,
    ])
  }

  /// The line of an action: the action where it is `Codable`, otherwise its text.
  static func action<Action>(
    _ action: Action, _ type: String, _ number: Int, _ writer: SessionWriter
  ) -> JSONValue {
    var tree: JSONValue?
    var masked = 0
    if let action = action as? any Encodable,
      let encoded = try? writer.encoder.encode(action, below: "action"), encoded.isComplete
    {
      (tree, masked) = (encoded.tree, encoded.masked)
    }
    let dynamicType = Swift.type(of: action as Any)
    return .object([
      "kind": .string("action"),
      "number": .number(number), "type": .string(type),
      "of": dynamicType == Action.self ? nil : .string(SourceText.typeName(dynamicType)),
      "action": tree, "masked": masked == 0 ? nil : .number(masked),
      "text": tree == nil ? .string(writer.redactor.text(of: action, at: "action")) : nil,
    ])
  }

  /// The last line.
  static let end = JSONValue.object(["kind": .string("end")])

  /// The last line, with the ledger and the gates of a store.
  static func end<State, Action>(of store: Migration<State, Action>) -> JSONValue {
    let ledger = store.ledger
    let gates = store.coordinator.gates.sortedByKey.map { name, gate in
      JSONValue.Member(
        name: name,
        value: .array(
          gate.demandsShown(ofSliceNamed: name, in: ledger).map { JSONValue.string($0) }))
    }
    return .object([
      "kind": .string("end"), "ledger": (try? RecordingEncoder().encode(ledger))?.tree,
      "gates": .object(gates),
    ])
  }
}
