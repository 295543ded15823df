import Foundation
import ReduxBridge
import ReduxSessions
import ReferenceRedux
import ValueReflection

/// The data of a page of a session, which its script shows.
///
/// It holds the state at the beginning and what each action changed.
struct SessionPageContent: Encodable {
  /// An action, or a gap in the recording.
  private struct Row: Encodable {
    /// The number of the action; nil for a gap.
    var number: Int?
    var type: String
    var window: String?
    /// The action as the library prints it; as recorded if it cannot be replayed.
    var text: String?
    /// The changes, whose paths begin with the slice.
    var changes: [JSONValue.Change] = []
  }

  /// The beginning of a stage.
  private struct Move: Encodable {
    let stage: Stage
    /// The number of the last action before it.
    let after: Int
    /// The first row at the stage.
    let row: Int
  }

  private let title: String
  private let origin: String
  private let notes: [String]
  /// A test that fails until both sides agree.
  private let test: String
  private var headline = ""
  private var rows: [Row] = []
  private var start = JSONValue.null
  private var moves: [String: [Move]] = [:]
  private var mismatches: [Mismatch] = []
  private var ledger: [String: [String: ParityLedger.Entry]] = [:]
  private var gates: [String: [String]] = [:]

  /// Replays a recording, and notes what each action changes.
  init<State, Action>(
    _ replay: SessionReplay<State, Action>, on side: Side?, title: String,
    window: (Action) -> String?
  ) throws {
    let recording = replay.recording
    (self.title, notes) = (title, replay.notes)
    test = """
      @Test func bothSidesAgreeOnTheSession() throws {
        let file = URL(fileURLWithPath: "\(recording.name)")
        let check = ParityCheck(entries) { \(State.self)() }
        #expect(try check.run(.recording(file)).findings == [])
      }
      """
    origin = [
      recording.app, recording.version, recording.seed.map { "seed \($0)" } ?? "",
      counted(recording.actionCount, "action"),
    ].filter { !$0.isEmpty }.joined(separator: " · ")
    addRows(replay, window)
    let recorder = ParityRecorder(options: replay.options)
    let stage: Stage = side.map { $0 == .legacy ? .legacy : .migrated } ?? .shadow
    let places = Dictionary(
      rows.enumerated().map { ($1.number ?? 0, $0) }, uniquingKeysWith: { first, _ in first })
    var states = PageStates(replay)
    var isFirst = true
    var last: MigrationCoordinator<State, Action>?
    try replay.run(at: stage, recorder) { step, state, coordinator in
      last = coordinator
      let changes = try states.changes(of: state, coordinator)
      switch step {
      case .start(let number):
        // The changes of a gap are those that the next checkpoint shows.
        let next = places[number + 1] ?? rows.count
        if !isFirst, next > 0 { rows[next - 1].changes += changes }
        isFirst = false
      case .action(let number, _):
        if let row = places[number] { rows[row].changes = changes }
      case .checkpoint: break
      }
      return true
    }
    start = .object(states.start)
    finish(recording, recorder, last)
  }

  private mutating func addRows<State, Action>(
    _ replay: SessionReplay<State, Action>, _ window: (Action) -> String?
  ) {
    var actions: [Int: Action] = [:]
    for part in replay.parts {
      for case .action(let number, let action) in part.steps { actions[number] = action }
    }
    let recording = replay.recording
    // A secret is a token in the recording.
    let redactor = Redactor(secretNames: [])
    moves = (recording.stages ?? [:]).mapValues {
      [Move(stage: $0, after: recording.firstNumber, row: 0)]
    }
    for event in recording.events {
      switch event.content {
      case .action(let action):
        let decoded = actions[action.number]
        rows.append(
          Row(
            number: action.number,
            type: decoded.map(replay.options.actionType) ?? action.type,
            window: decoded.flatMap(window),
            text: decoded.map { redactor.text(of: $0, at: "action") } ?? action.text
              ?? action.tree?.jsonText))
      case .gap(let first, let last):
        rows.append(Row(type: "actions \(first) to \(last) are missing"))
      case .stage(let after, let slice, let stage):
        moves[slice]?.append(Move(stage: stage, after: after, row: rows.count))
      case .mismatch(let mismatch): mismatches.append(mismatch)
      case .checkpoint: continue
      }
    }
  }

  private mutating func finish<State, Action>(
    _ recording: SessionRecording, _ recorder: ParityRecorder<Action>,
    _ coordinator: MigrationCoordinator<State, Action>?
  ) {
    for mismatch in recorder.mismatches
    where !mismatches.contains(where: {
      $0.slice == mismatch.slice && $0.actionNumber == mismatch.actionNumber
        && $0.path == mismatch.path
    }) {
      mismatches.append(mismatch)
    }
    if recording.stages == nil, case .object(let slices) = start {
      // A recording from before the first slice: all of it ran on the old side.
      for slice in slices where slice.name != outsideOfSlices {
        moves[slice.name] = [Move(stage: .legacy, after: recording.firstNumber, row: 0)]
      }
    }
    let hasCompared = !recorder.ledger.entries.isEmpty
    let ledger = hasCompared ? recorder.ledger : recording.ledger ?? ParityLedger()
    self.ledger = ledger.entries
    gates = recording.gates
    if hasCompared, let coordinator {
      gates = Dictionary(
        uniqueKeysWithValues: coordinator.gates.map {
          ($0, $1.demandsShown(ofSliceNamed: $0, in: ledger))
        })
    }
    headline = headline(ledger)
  }

  /// The first line of the page.
  private func headline(_ ledger: ParityLedger) -> String {
    if let first = mismatches.min(by: { $0.actionNumber < $1.actionNumber }) {
      let place = [first.slice, first.path].filter { !$0.isEmpty }.joined(separator: ".")
      let subject = first.subject == .state ? place : "\(place) (\(first.subject.rawValue))"
      return "\(subject) differs from action \(first.actionNumber) on: old \(first.legacy), "
        + "new \(first.value)"
    }
    let total = ledger.entries.values.flatMap(\.values).reduce((0, 0)) {
      (sum($0.0, $1.compared), sum($0.1, $1.changed))
    }
    guard total.0 != 0 else { return "Nothing was compared." }
    return "Both sides agree in \(counted(total.0, "comparison")): \(total.1) changed a slice."
  }
}

/// Where a page shows what blocks without a slice change.
private let outsideOfSlices = "outside of slices"

/// The values of all slices as trees, from action to action, and what is outside of them.
private struct PageStates<State: AnyObject & Codable, Action: Sendable> {
  private let reflected: ReflectedTree
  private let encoder: RecordingEncoder
  /// Makes the initial state, if blocks without a slice change it.
  private let makeState: (@Sendable () throws -> State)?
  private var values: [any Sendable] = []
  private var slices: [JSONValue.Member] = []
  private var firstSlices: [JSONValue.Member] = []
  /// The whole state at the start and now, if blocks without a slice change it.
  private var wholes: (first: JSONValue, now: JSONValue)?
  /// The places that blocks without a slice have changed so far.
  private var paths: Set<[String]> = []

  init(_ replay: SessionReplay<State, Action>) {
    reflected = ReflectedTree(redactor: replay.options.redactor)
    encoder = RecordingEncoder(tokens: reflected.tokens, redactor: replay.options.redactor)
    let hasOthers = replay.check.entries.contains { entry in
      if case .blocks = entry.content { true } else { false }
    }
    makeState = hasOthers ? replay.check.makeState : nil
  }

  /// The state at the start, once all is replayed: what turned out to change outside of the slices included.
  var start: [JSONValue.Member] { firstSlices + outside(of: wholes?.first) }

  /// Notes the present values, and returns what changed.
  mutating func changes(
    of state: State, _ coordinator: MigrationCoordinator<State, Action>
  ) throws -> [JSONValue.Change] {
    let present = coordinator.recordedValues(state)
    let old = JSONValue.object(slices)
    if present.isEmpty {
      slices = [.init(name: SessionLine.wholeState, value: tree(of: state))]
    } else {
      slices = present.enumerated().map { index, slice in
        let earlier = index < values.count ? (values[index] as Any, slices[index].value) : nil
        return .init(name: slice.name, value: reflected.tree(of: slice.value, earlier: earlier))
      }
    }
    values = present.map(\.value)
    if firstSlices.isEmpty { firstSlices = slices }
    let changes = old.changes(to: .object(slices))
    guard !present.isEmpty, let base = try makeState?() else { return changes }
    coordinator.writeBack(state)
    coordinator.write(
      Dictionary(present.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first }),
      to: base)
    let whole = tree(of: state)
    paths.formUnion(tree(of: base).changes(to: whole).map(\.path))
    let earlier = JSONValue.object(outside(of: wholes?.now))
    wholes = (wholes?.first ?? whole, whole)
    return changes + earlier.changes(to: .object(outside(of: whole)))
  }

  /// The places of the whole state that differ from a new state with the values of the slices, or did.
  private func outside(of whole: JSONValue?) -> [JSONValue.Member] {
    guard let whole else { return [] }
    let members = paths.compactMap { path in
      path.reduce(whole) { $0?.child($1) }.map {
        JSONValue.Member(name: path.joined(separator: "."), value: $0)
      }
    }
    return [.init(name: outsideOfSlices, value: .object(members))]
  }

  /// The tree of the whole state in its encoded form.
  private func tree(of state: State) -> JSONValue {
    (try? encoder.encode(state).tree) ?? .string("not shown: it cannot be encoded")
  }
}
