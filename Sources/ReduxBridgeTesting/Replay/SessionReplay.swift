import Foundation
import ReduxBridge
import ReduxSessions
import ReferenceRedux
import ValueReflection

/// A recording with the check that replays it.
///
/// A replay runs reduce blocks and reducers only: effects are off, and what middlewares dispatched is in the
/// recording. It starts from the recorded values, and what no slice covers from the initial state. Where
/// actions are missing in the recording, or cannot be replayed, it continues from the next checkpoint.
struct SessionReplay<State: AnyObject & Codable, Action: Sendable> {
  let recording: SessionRecording
  let check: ParityCheck<State, Action>
  let parts: [SessionPart<Action>]
  /// The parts that are not replayed, and those for which a replay is no evidence, one sentence each.
  ///
  /// A masked payload is replaced by another one, so that both sides receive an action that the app never dispatched.
  let notes: [String]
  /// The types of actions with a masked payload, for which a replay is no evidence.
  private let maskedTypes: Set<String>

  var options: ParityOptions<Action> { check.options }
  /// The number of actions, without those that cannot be replayed.
  var actionCount: Int { parts.reduce(0) { $0 + $1.actions.count } }

  /// Decodes the actions of a recording.
  ///
  /// - Throws: ``SessionError`` with the action that cannot be decoded.
  init(
    _ recording: SessionRecording, _ check: ParityCheck<State, Action>,
    _ actionTypes: [any (Decodable & Sendable).Type]
  ) throws {
    (self.recording, self.check) = (recording, check)
    let read = try SessionActionReader<Action>(recording, actionTypes).parts()
    let actionType = check.options.actionType
    let types = Dictionary(read.masked.map { (actionType($0.action), 1) }, uniquingKeysWith: +)
    (parts, maskedTypes) = (read.parts, Set(types.keys))
    notes =
      try read.notes + Self.notes(on: read.masked.map(\.values), types)
      + Self.notes(on: recording, check.sliceNames)
  }

  /// For which types of action a replay is no evidence.
  private static func notes(on masked: [Int], _ types: [String: Int]) -> [String] {
    guard !masked.isEmpty else { return [] }
    let names = types.sortedByKey.map { "\($0) (\($1))" }
    let (actions, values) = (
      counted(masked.count, "action"), counted(masked.reduce(0, sum), "value")
    )
    return [
      "\(actions) with masked payloads, \(values): a replay is no evidence for "
        + "\(names.joined(separator: ", "))."
    ]
  }

  /// The slices that are not replayed; throws if the recording has a slice that the code does not have.
  private static func notes(
    on recording: SessionRecording, _ names: [String]
  ) throws(SessionError) -> [String] {
    guard case .object(let recorded)? = recording.start["slices"] else { return [] }
    let known = names.isEmpty ? "none" : names.joined(separator: ", ")
    for slice in recorded where !names.contains(slice.name) {
      throw SessionError(
        file: recording.name, line: 1,
        reason: "the recording has slice \"\(slice.name)\", and the entries have \(known)")
    }
    return names.filter { name in !recorded.contains { $0.name == name } }.map {
      "Slice \"\($0)\" is not in the recording: it starts from the initial state."
    }
  }

  /// Why a run in which both sides agreed shows nothing; nil if it does.
  func vacuity(of ledger: ParityLedger) -> String? {
    let types = ledger.entries.values.flatMap { $0.filter { !$0.value.exercise.isEmpty }.keys }
    guard !types.isEmpty else {
      return "no action of the recording changed a slice, requested an effect or raised a signal"
    }
    return types.allSatisfy(maskedTypes.contains)
      ? "only actions with masked payloads exercised a slice, which are no evidence: "
        + Set(types).sorted().joined(separator: ", ") : nil
  }

  /// The first checkpoint at which one side, replayed, differs from what was recorded.
  ///
  /// The code has changed since, or, on the other side than the recorded one, the sides differ. A
  /// secret of the recording is compared as such: whether there is one.
  ///
  /// - Parameters:
  ///   - side: The side to replay on.
  ///   - compared: Counts the values that are compared.
  /// - Returns: The difference, or nil when all checkpoints agree.
  /// - Throws: Errors of making the initial state, and ``SessionError`` for values that cannot be decoded.
  func firstDifference(on side: Side, _ compared: inout Int) throws -> Finding? {
    var (agreed, found) = (0, Finding?.none)
    try run(
      at: side == .legacy ? .legacy : .migrated, ParityRecorder(options: options)
    ) { step, state, slices in
      guard case .checkpoint(let checkpoint) = step else { return true }
      found = try self.difference(from: checkpoint, to: self.values(state, slices), &compared)
      found?.other = "on the \(side.rawValue) side, equal until \(agreed)"
      agreed = checkpoint.number
      return found == nil
    }
    return found
  }

  // MARK: Running

  /// Runs each part, and calls `visit` after each step, until it returns false.
  func run(
    at stage: Stage, _ recorder: ParityRecorder<Action>,
    visit: (SessionPart<Action>.Step, State, MigrationCoordinator<State, Action>) throws -> Bool
  ) throws {
    for part in parts {
      let slices = MigrationCoordinator(entries: check.completed, recorder: recorder)
      let state = try start(part, slices)
      for name in slices.gates.keys.sorted() {
        slices.move(name, to: stage, requestedIn: 0, state)
      }
      let blocks = slices.blocks(afterActions: part.number)
      if try !visit(.start(part.number), state, slices) { return }
      for step in part.steps {
        if let action = step.action { for block in blocks { block(state, action) } }
        if try !visit(step, state, slices) { return }
      }
    }
  }

  /// Makes the state that a part starts from.
  func start(
    _ part: SessionPart<Action>, _ slices: MigrationCoordinator<State, Action>
  ) throws -> State {
    if let graph = part.start["graph"] {
      // JSON makes two objects of one that is referenced twice, and drops back references. A session
      // that was recorded from the launch on starts with the state that the app makes itself.
      let initial = try check.makeState()
      if try RecordingEncoder().encode(initial).tree.asRead().changes(to: graph).isEmpty {
        return initial
      }
      let state = try decode(State.self, from: graph, at: part.line, "the state")
      // A projection knows which objects are one.
      let values = slices.recordedValues(state).map { ($0.name, $0.value) }
      slices.write(Dictionary(uniqueKeysWithValues: values), to: state)
      return state
    }
    let state = try check.makeState()
    slices.write(try decodedValues(of: part, slices), to: state)
    return state
  }

  private func decodedValues(
    of part: SessionPart<Action>, _ slices: MigrationCoordinator<State, Action>
  ) throws -> [String: any Sendable] {
    var values: [String: any Sendable] = [:]
    for (name, type) in slices.valueTypes {
      guard let entry = part.start["slices"]?[name], entry["incomplete"] == nil,
        let tree = entry["value"], let type = type as? any (Decodable & Sendable).Type
      else { continue }
      values[name] = try decode(type, from: tree, at: part.line, "the value of slice \"\(name)\"")
    }
    return values
  }

  private func decode<Value: Decodable>(
    _ type: Value.Type, from tree: JSONValue, at line: Int, _ what: String
  ) throws -> Value {
    do {
      return try RecordingEncoder.makeDecoder().decode(type, from: Data(tree.bytes))
    } catch {
      throw SessionError(
        file: recording.name, line: line,
        reason: "\(what) cannot be decoded: \(SessionError.reason(of: error))")
    }
  }

  // MARK: Comparing with checkpoints

  /// The present values in the form of a checkpoint, with a mark in place of each secret that is no token.
  private func values(
    _ state: State, _ slices: MigrationCoordinator<State, Action>
  ) throws -> JSONValue {
    let encoder = RecordingEncoder(
      tokens: SecretTokens(marking: true), redactor: options.redactor)
    if recording.start["graph"] != nil {
      slices.writeBack(state)
      slices.complete(state)
      return try JSONValue.object(["graph": encoder.encode(state).tree]).asRead()
    }
    return try SessionCheckpoint.values(slices.recordedValues(state)).encode(encoder).asRead()
  }

  private func difference(
    from checkpoint: SessionPart<Action>.Checkpoint, to present: JSONValue, _ compared: inout Int
  ) -> Finding? {
    func difference(_ slice: String, _ old: JSONValue, _ new: JSONValue) -> Finding? {
      compared += 1
      return old.changes(to: new).first { !isMasked($0) }.map { change in
        Finding(
          .recording, in: slice,
          at: (change.path + (change.index.map { ["\($0)"] } ?? [])).joined(separator: "."),
          number: checkpoint.number, legacy: change.old?.jsonText ?? "nothing",
          value: change.new?.jsonText ?? "nothing")
      }
    }
    if let old = checkpoint.state["graph"], let new = present["graph"] {
      return difference("the state", old, new)
    }
    guard case .object(let slices)? = checkpoint.state["slices"] else { return nil }
    for slice in slices where slice.value["incomplete"] == nil {
      guard let old = slice.value["value"], let new = present["slices"]?[slice.name]?["value"],
        let found = difference(slice.name, old, new)
      else { continue }
      return found
    }
    return nil
  }

  /// Whether a change is none: a secret in place of another one.
  private func isMasked(_ change: JSONValue.Change) -> Bool {
    guard change.index == nil, let old = change.old, let new = change.new else { return false }
    let nothing: [JSONValue] = [.null, .string("")]
    let isEmpty = nothing.contains(old) || nothing.contains(new)
    return !isEmpty
      && (new == SecretTokens.mark || old.text?.hasPrefix(SecretTokens.prefix) == true)
  }
}
