import ReduxBridge
import ReduxSessions
import ReferenceRedux
import ValueReflection

/// Texts of which each stands once, in the order of their first use.
struct TextPool {
  private(set) var texts: [String] = []
  private var places: [String: Int] = [:]

  mutating func place(of text: String) -> Int {
    if let place = places[text] { return place }
    places[text] = texts.count
    texts.append(text)
    return texts.count - 1
  }
}

/// The content of a page of a session.
///
/// It holds the state at the beginning and what each action changed, without what was there before: the
/// script keeps that. Actions, values and paths repeat, and stand once.
struct SessionPageContent {
  struct Lane {
    struct Segment {
      let stage: Stage
      /// The number of the last action before it.
      let after: Int
      var rows: Range<Int>
    }

    let slice: String
    var segments: [Segment]
  }

  private struct Row {
    var number: Int?
    var type: Int?
    var window: Int?
    /// The action as the library prints it; as recorded if it cannot be replayed.
    var text: Int?
    var action: Int?
    var gap: String?
    var changes: [JSONValue] = []
  }

  private(set) var types = TextPool()
  private(set) var windows = TextPool()
  private var values = TextPool()
  private var paths = TextPool()
  private(set) var slices: [String] = []
  private(set) var mismatches: [(row: Int, mismatch: Mismatch)] = []
  private(set) var ledger: [(slice: String, type: String, counts: ParityLedger.Entry)] = []
  private(set) var gates: [(slice: String, unmet: [String])] = []
  private(set) var lanes: [Lane] = []
  private var rows: [Row] = []
  /// The row of each action, by its number.
  private var places: [Int: Int] = [:]
  private var start = JSONValue.object([:])

  var rowCount: Int { rows.count }

  init<State, Action>(
    _ replay: SessionReplay<State, Action>, window: (Action) -> String?
  ) {
    var actions: [Int: Action] = [:]
    for part in replay.parts {
      for case .action(let number, let action) in part.steps { actions[number] = action }
    }
    var moves: [(row: Int, after: Int, slice: String, stage: Stage)] = []
    let recording = replay.recording
    for event in recording.events {
      switch event.content {
      case .action(let action):
        let decoded = actions[action.number]
        let type = decoded.map(replay.options.actionType) ?? action.type
        places[action.number] = rows.count
        // A secret is a token in the recording.
        let text =
          decoded.map { Redactor(secretNames: []).text(of: $0, at: "action") } ?? action.text
        rows.append(
          Row(
            number: action.number, type: types.place(of: type),
            window: decoded.flatMap(window).map { windows.place(of: $0) },
            text: text.map { place(of: .string($0)) },
            action: text == nil ? action.tree.map { place(of: $0) } : nil))
      case .gap(let first, let last):
        rows.append(Row(gap: "actions \(first) to \(last) are missing"))
      case .stage(let after, let slice, let stage):
        moves.append((rows.count, after, slice, stage))
      case .mismatch(let mismatch): mismatches.append((0, mismatch))
      case .checkpoint: continue
      }
    }
    for (slice, stage) in (recording.stages ?? [:]).sortedByKey {
      var lane = Lane(
        slice: slice,
        segments: [.init(stage: stage, after: recording.firstNumber, rows: 0..<rows.count)])
      for move in moves where move.slice == slice {
        let last = lane.segments.count - 1
        lane.segments[last].rows = lane.segments[last].rows.lowerBound..<move.row
        lane.segments.append(
          .init(stage: move.stage, after: move.after, rows: move.row..<rows.count))
      }
      lanes.append(lane)
    }
  }

  /// The place of a value among those of the page.
  private mutating func place(of value: JSONValue) -> Int {
    values.place(of: value.exactInScript.jsonText)
  }

  /// A change in the form of the page.
  private mutating func line(_ change: JSONValue.Change, of slice: Int) -> JSONValue {
    var new = change.new.map { _ in JSONValue.null }
    var removed: Int?
    if change.index != nil, case .array(let old)? = change.old, case .array(let added)? = change.new
    {
      removed = old.count
      new = .array(added.map { .number(place(of: $0)) })
    } else if let value = change.new {
      new = .number(place(of: value))
    }
    let path = JSONValue.array(change.path.map { JSONValue.string($0) })
    return .object([
      "s": .number(slice), "p": .number(paths.place(of: path.jsonText)),
      "i": change.index.map { .number($0) }, "k": removed.map { .number($0) }, "n": new,
    ])
  }

  // MARK: Replaying

  /// Replays the recording, and notes what each action changes.
  mutating func run<State, Action>(
    _ replay: SessionReplay<State, Action>, on side: Side?
  ) throws {
    let recorder = ParityRecorder(options: replay.options)
    let stage: Stage = side.map { $0 == .legacy ? .legacy : .migrated } ?? .shadow
    var states = PageStates(replay)
    var isFirst = true
    var last: MigrationCoordinator<State, Action>?
    try replay.run(at: stage, recorder) { step, state, coordinator in
      last = coordinator
      let changes = try states.changes(of: state, coordinator).map { line($1, of: $0) }
      switch step {
      case .start(let number):
        if isFirst {
          slices = states.names
        } else {
          // The changes of a gap are those that the next checkpoint shows.
          let next = places[number + 1] ?? rows.count
          if next > 0 { rows[next - 1].changes += changes }
        }
        isFirst = false
      case .action(let number, _):
        if let row = places[number] { rows[row].changes = changes }
      case .checkpoint: break
      }
      return true
    }
    start = states.start.exactInScript
    finish(replay.recording, recorder, last)
  }

  private mutating func finish<State, Action>(
    _ recording: SessionRecording, _ recorder: ParityRecorder<Action>,
    _ coordinator: MigrationCoordinator<State, Action>?
  ) {
    for mismatch in recorder.mismatches
    where !mismatches.contains(where: {
      $0.mismatch.slice == mismatch.slice && $0.mismatch.actionNumber == mismatch.actionNumber
        && $0.mismatch.path == mismatch.path
    }) {
      mismatches.append((0, mismatch))
    }
    mismatches = mismatches.map { (places[$0.mismatch.actionNumber] ?? 0, $0.mismatch) }
    if recording.stages == nil {
      // A recording from before the first slice: all of it ran on the old side.
      let all = Lane.Segment(stage: .legacy, after: recording.firstNumber, rows: 0..<rows.count)
      lanes = slices.filter { $0 != outsideOfSlices }.map { Lane(slice: $0, segments: [all]) }
    }
    let hasCompared = !recorder.ledger.entries.isEmpty
    let ledger = hasCompared ? recorder.ledger : recording.ledger ?? ParityLedger()
    for (slice, entries) in ledger.entries.sortedByKey {
      for (type, entry) in entries.sortedByKey {
        self.ledger.append((slice, type, entry))
      }
    }
    if hasCompared, let coordinator {
      gates = coordinator.gates.sortedByKey.map {
        ($0.key, $0.value.demandsShown(ofSliceNamed: $0.key, in: ledger))
      }
    } else {
      gates = recording.gates.sortedByKey.map { ($0.key, $0.value) }
    }
  }

  /// The first line of the page.
  var headline: String {
    if let (_, first) = mismatches.min(by: { $0.row < $1.row }) {
      let place = [first.slice, first.path].filter { !$0.isEmpty }.joined(separator: ".")
      let subject = first.subject == .state ? place : "\(place) (\(first.subject.rawValue))"
      return "\(subject) differs from action \(first.actionNumber) on: old \(first.legacy), "
        + "new \(first.value)"
    }
    let compared = ledger.reduce(0) { sum($0, $1.counts.compared) }
    return compared == 0
      ? "Nothing was compared." : "Both sides agree in \(counted(compared, "comparison"))."
  }

  // MARK: The data of the script

  var json: String {
    let rows = rows.map { row in
      JSONValue.object([
        "n": row.number.map { .number($0) }, "t": row.type.map { .number($0) },
        "w": row.window.map { .number($0) }, "a": row.action.map { .number($0) },
        "x": row.text.map { .number($0) },
        "g": row.gap.map { .string($0) }, "c": row.changes.isEmpty ? nil : .array(row.changes),
      ])
    }
    let mismatches = mismatches.map { _, mismatch in
      JSONValue.object([
        "n": .number(mismatch.actionNumber), "slice": .string(mismatch.slice),
        "what": .string("\(mismatch.subject.rawValue), \(mismatch.stage.rawValue)"),
        "path": .string(mismatch.path), "legacy": .string(mismatch.legacy),
        "value": .string(mismatch.value),
      ])
    }
    func texts(_ texts: [String]) -> JSONValue { .array(texts.map { JSONValue.string($0) }) }
    let data = JSONValue.object([
      "slices": texts(slices), "types": texts(types.texts), "windows": texts(windows.texts),
      "start": start, "rows": .array(rows), "mismatches": .array(mismatches),
    ])
    let text =
      data.jsonText.dropLast() + ",\"values\":[" + values.texts.joined(separator: ",")
      + "],\"paths\":[" + paths.texts.joined(separator: ",") + "]}"
    // A text is no markup.
    return text.replacing("<", with: "\\u003c")
  }
}

/// Where a page shows what blocks without a slice change.
private let outsideOfSlices = "outside of slices"

/// The values of all slices as trees, from action to action, and what stands outside of them.
private struct PageStates<State: AnyObject & Codable, Action: Sendable> {
  private let reflected: ReflectedTree
  /// Makes the initial state, if blocks without a slice change it.
  private let makeState: (@Sendable () throws -> State)?
  private var values: [any Sendable] = []
  private var trees: [JSONValue] = []
  private var firstTrees: [JSONValue] = []
  /// The whole state at the start.
  private var firstWhole: JSONValue?
  /// The changes of blocks without a slice so far: each path with its value at the start and now.
  private var outside: [(path: [String], first: JSONValue?, now: JSONValue?)] = []
  private(set) var names: [String] = []

  init(_ replay: SessionReplay<State, Action>) {
    reflected = ReflectedTree(redactor: replay.options.redactor)
    let hasOthers = replay.check.entries.contains { entry in
      if case .blocks = entry.content { true } else { false }
    }
    makeState = hasOthers ? replay.check.makeState : nil
  }

  /// The state at the start, once all is replayed: what turned out to change outside of the slices included.
  var start: JSONValue {
    let others = outside.compactMap { place in
      place.first.map { JSONValue.Member(name: place.path.joined(separator: "."), value: $0) }
    }
    let trees = firstTrees + (makeState == nil ? [] : [.object(others)])
    return .object(zip(names, trees).map { .init(name: $0, value: $1) })
  }

  /// Notes the present values, and returns what changed in which slice.
  mutating func changes(
    of state: State, _ coordinator: MigrationCoordinator<State, Action>
  ) throws -> [(slice: Int, JSONValue.Change)] {
    let present = coordinator.recordedValues(state)
    if present.isEmpty { return changes(ofWhole: state) }
    let isFirst = names.isEmpty
    if isFirst { names = present.map(\.name) }
    var changes: [(Int, JSONValue.Change)] = []
    for (index, (_, value)) in present.enumerated() {
      if isFirst {
        values.append(value)
        trees.append(reflected.tree(of: value))
      } else if areEqual(values[index], value) != true {
        let tree = reflected.tree(of: value, earlier: (values[index], trees[index]))
        changes += trees[index].changes(to: tree).map { (index, $0) }
        (values[index], trees[index]) = (value, tree)
      }
    }
    if isFirst { firstTrees = trees }
    guard let base = try makeState?() else { return changes }
    if isFirst { names.append(outsideOfSlices) }
    coordinator.writeBack(state)
    coordinator.write(
      Dictionary(present.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first }),
      to: base)
    return changes + changesOutside(of: base, in: state).map { (present.count, $0) }
  }

  /// The changes of the places that ever differed from a new state with the values of the slices.
  private mutating func changesOutside(of base: State, in state: State) -> [JSONValue.Change] {
    let whole = reflected.tree(ofObject: state)
    if firstWhole == nil { firstWhole = whole }
    for path in reflected.tree(ofObject: base).changes(to: whole).map(\.path)
    where !outside.contains(where: { $0.path == path }) {
      let first = path.reduce(firstWhole) { $0?.child($1) }
      outside.append((path, first, first))
    }
    return outside.indices.compactMap { index in
      let (path, old) = (outside[index].path, outside[index].now)
      let now = path.reduce(Optional(whole)) { $0?.child($1) }
      guard now != old else { return nil }
      outside[index].now = now
      return JSONValue.Change(path: [path.joined(separator: ".")], old: old, new: now)
    }
  }

  /// The same for the state of a class store without slices.
  private mutating func changes(ofWhole state: State) -> [(slice: Int, JSONValue.Change)] {
    let tree = reflected.tree(ofObject: state)
    let changes = trees.first?.changes(to: tree) ?? []
    (names, trees) = ([SessionLine.wholeState], [tree])
    if firstTrees.isEmpty { firstTrees = trees }
    return changes.map { (0, $0) }
  }
}

extension JSONValue {
  /// The same with each number that JavaScript would change as a string that begins with a null character.
  fileprivate var exactInScript: JSONValue {
    switch self {
    case .number(let text) where text.utf8.count > 15:
      let isExact =
        Int(text).map { $0.magnitude <= 1 << 53 } ?? (Double(text).map { "\($0)" } == text)
      return isExact ? self : .string("\0\(text)")
    case .array(let elements): return .array(elements.map(\.exactInScript))
    case .object(let members):
      return .object(members.map { Member(name: $0.name, value: $0.value.exactInScript) })
    default: return self
    }
  }
}
