import Foundation
import ObjectGraph
import ReduxBridge
import ReferenceRedux

/// One run of a ``ParityCheck``: the parts that look for something, one after the other.
///
/// Confined to one thread, but for the workers of a visit of states.
final class CheckRun<State: AnyObject & Codable, Action: Sendable> {
  typealias List = ActionSource<Action>.List

  let check: ParityCheck<State, Action>
  let effort: CheckEffort
  let exceptions: CheckExceptions
  private let source: ActionSource<Action>
  private let judged: Set<String>
  private let options: ParityOptions<Action>

  private var ledger = ParityLedger()
  private var exercises: [String: SliceExercise] = [:]
  private var findings: [Finding] = []
  private var failures: [String] = []
  /// What was looked at, and what was not, for the text.
  private var remarks: [String] = []
  private var counterexample: Counterexample<Action>?
  /// The actions for the parts that take a list.
  private var sample = List(actions: [])
  private var isExercised = true
  /// The redactor of the latest run that showed a difference, which masks what it saw.
  private(set) var redactor: Redactor
  private var extent = ""

  init(
    _ check: ParityCheck<State, Action>, _ source: ActionSource<Action>, _ effort: CheckEffort
  ) {
    (self.check, self.source, self.effort, options) = (check, source, effort, check.options)
    redactor = check.options.redactor
    exceptions = CheckExceptions(check.exceptions)
    judged = check.judgedSlice.map { [$0] } ?? Set(check.sliceNames)
  }

  func report() throws -> ParityReport<Action> {
    if case .recordings = source.content {
    } else if check.isReducerAlone {
      return ParityReport(failing: ["a reducer alone has recordings to replay only"], redactor)
    }
    for (read, reader) in check.missing where judged.contains(reader) {
      let text = "\(reader): reads \(read.name), which the entries do not have"
      failures.append(text)
      ledger.addFootprint(.init(checked: 0, findings: [text]), of: reader)
    }
    switch source.content {
    case .list(let list): try run(list)
    case .trace(let lists, let mismatch): try run(lists, for: mismatch)
    case .random(let seed, let actions, let length, let payloads, let draw):
      let count = actions ?? (effort == .full ? 3_000 : 1_000)
      try runRandom(seed, count, length, payloads ?? (effort == .full ? Payloads() : nil), draw)
    case .everyState(let actions, let depth, let limit): try visit(actions, depth, limit)
    case .recordings(let place, let types): try replayAll(at: place, types)
    }
    if isExercised, effort != .sides {
      try runFootprints()
      if effort == .full { try findNoise() }
      let isSteady = !findings.contains { $0.subject == .noise }
      let stages = StageRun(check, judging: judged, exceptions)
      if effort == .full && isSteady || check.posts != nil {
        let found = try stages.findings(after: sample, posts: check.posts != nil)
        add(found.findings)
        failures += found.failures
      }
      if let handover = check.handover {
        let found = try handover.differences(of: stages, after: sample, from: 0)
        let half = sample.actions.count / 2
        add(
          try found.isEmpty
            ? handover.differences(of: stages, after: sample, from: half) : found)
      }
    }
    return report(of: unexercised())
  }

  private func report(of unexercised: [String]) -> ParityReport<Action> {
    exceptions.noteUses(in: ledger)
    for slice in judged { addEvidence(of: slice) }
    ledger.origins = options.origins
    let rules =
      !isExercised
      ? []
      : judged.sorted().flatMap { slice in
        let own = Set(exceptions.rules(of: slice).map(\.description))
        return ledger.unusedRules(ofSliceNamed: slice).filter { !own.contains($0.description) }
          .map { "\(slice): rule that never applied: \($0)" }
      }
    return ParityReport(
      findings: findings, failures: failures + unexercised + rules + exceptions.failures,
      counterexample: counterexample, ledger: ledger,
      slices: check.sliceNames.filter(judged.contains), extent: extent, remarks: remarks,
      redactor: options.redactor)
  }

  /// Notes the findings about a slice in the ledger, where a gate reads them.
  private func addEvidence(of slice: String) {
    let about = findings.filter { $0.slice == slice || $0.other == slice }
    let laws = about.filter { $0.subject == .projection }
    let others = about.filter { $0.isOfFootprint || $0.actionNumber == 0 }
      .filter { $0.subject != .projection }
    ledger.addFootprint(
      .init(checked: 0, findings: Set(others.map(\.description))), of: slice)
    ledger.add(.init(values: 0, violations: Set(laws.map(\.description))), of: slice)
  }

  /// The state to start from, with other values of some slices.
  func initialState(_ start: [String: any Sendable]) throws -> State {
    let state = try check.makeState()
    if !start.isEmpty {
      MigrationCoordinator(
        entries: check.completed, recorder: ParityRecorder(options: options)
      ).write(start, to: state)
    }
    return state
  }

  private func makeJudge(of names: Set<String>? = nil) -> ActionJudge<State, Action> {
    // A list that shrinks shows the same after fewer actions.
    let exactEvery = effort == .full ? names == nil ? 16 : 1 : 0
    return ActionJudge(check, judging: names ?? judged, exceptions, exactEvery: exactEvery)
  }

  private func add(_ found: [Finding]) {
    findings += found.filter { finding in
      let isJudged =
        check.judgedSlice == nil || judged.contains(finding.slice)
        || finding.other.map(judged.contains) == true
        || [.claim, .handover].contains(finding.subject)
      return isJudged && (finding.isComparison || !exceptions.cover(finding))
    }
  }

  private func take(_ judge: ActionJudge<State, Action>) {
    ledger.merge(judge.recorder.ledger)
    for (name, exercise) in judge.exercises {
      if exercises[name]?.merge(exercise) == nil { exercises[name] = exercise }
    }
  }

  // MARK: A list

  private func run(_ list: List) throws {
    let judge = makeJudge()
    let state = try initialState(list.start)
    var found: [Finding] = []
    for (index, action) in list.actions.enumerated() {
      TrapNotice.note(options.actionType(action))
      found += judge.judge(action, number: index + 1, state)
    }
    TrapNotice.end()
    take(judge)
    sample = list
    extent = counted(list.actions.count, "action")
    try conclude(found, after: list)
  }

  /// Adds what was found over a list, and finds the smallest list that shows the first of it.
  private func conclude(_ found: [Finding], after list: List) throws {
    guard let first = found.first, effort != .sides else { return add(found) }
    let search = CounterexampleSearch(self, for: first)
    let shrunk = try search.smallest(in: list)
    counterexample = shrunk
    var found = found
    // The smaller run judges one slice, and so names the block.
    if found[0].block == nil { found[0].block = shrunk.finding.block }
    let noise = try makeJudge().noise(after: list.actions) { try self.initialState(list.start) }
    for index in found.indices where noise.contains(where: { $0.explains(found[index]) }) {
      found[index].verdict = .noise
    }
    if found[0].verdict == .noise { counterexample?.finding.verdict = .noise }
    let causes = noise.filter { cause in found.contains { cause.explains($0) } }
    counterexample?.noise = causes.map(\.description)
    add(found + causes)
  }

  /// The first difference of a kind that a list shows, with the judged slice that the kind is about.
  func first(
    like finding: Finding, in actions: [Action], from start: [String: any Sendable]
  ) throws -> Finding? {
    let judge = makeJudge(of: finding.subject == .claim ? judged : [finding.slice])
    let state = try initialState(start)
    for (index, action) in actions.enumerated() {
      let found = judge.judge(action, number: index + 1, state)
      guard let same = found.first(where: finding.isSimilar) else { continue }
      redactor = judge.recorder.redactor
      return same
    }
    return nil
  }

  private func run(_ lists: [List], for mismatch: Mismatch?) throws {
    isExercised = false
    for list in lists {
      let judge = makeJudge()
      let state = try initialState(list.start)
      for (index, action) in list.actions.enumerated() {
        let found = judge.judge(action, number: index + 1, state)
        guard let same = found.first(where: { mismatch?.isSimilar(to: $0) ?? true }) else {
          continue
        }
        take(judge)
        extent = counted(list.actions.count, "action")
        return try conclude([same], after: list)
      }
    }
    failures.append(
      "the difference of the trace does not show here, because it came from outside of the slice")
  }

  // MARK: Recordings

  private func replayAll(at place: URL, _ types: [any (Decodable & Sendable).Type]) throws {
    isExercised = false
    let files = try SessionRecording.files(at: place)
    var count = 0
    for file in files {
      let replay = try SessionReplay(SessionRecording(contentsOf: file), check, types)
      let name = files.count == 1 ? "" : "\(replay.recording.name): "
      remarks += replay.notes.map { name + $0 }
      count += replay.actionCount
      if !check.isReducerAlone, let reason = try compareSides(of: replay) {
        failures.append(name + reason)
      }
      var compared = 0
      for side in check.isReducerAlone ? [.value] : Side.allCases {
        add(try replay.firstDifference(on: side, &compared).map { [$0] } ?? [])
      }
      if compared > 0 { continue }
      let text =
        "no values were recorded after any of the \(counted(replay.actionCount, "action")), so there is "
        + "nothing to compare with; a recorder records them when it is stopped"
      if check.isReducerAlone { failures.append(name + text) } else { remarks.append(name + text) }
    }
    extent =
      counted(count, "action") + (files.count == 1 ? "" : " of \(files.count) recordings")
  }

  /// Compares both sides after each action, up to the first that differs.
  ///
  /// - Returns: Why a replay in which both sides agreed shows nothing; nil if it does.
  private func compareSides(of replay: SessionReplay<State, Action>) throws -> String? {
    let judge = makeJudge()
    defer { take(judge) }
    for part in replay.parts {
      let state = try replay.start(part, judge.coordinator)
      let values = judge.coordinator.recordedValues(state)
      let start = Dictionary(values.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
      for (index, action) in part.actions.enumerated() {
        let found = judge.judge(action, number: index + 1, state)
        if found.isEmpty { continue }
        let known = findings.count
        try conclude(found, after: List(actions: part.actions, start: start))
        for place in known..<findings.count where findings[place].actionNumber > 0 {
          findings[place].actionNumber += part.number
        }
        return nil
      }
    }
    return replay.vacuity(of: judge.recorder.ledger)
  }

  // MARK: Random lists

  private func runRandom(
    _ seed: UInt64, _ count: Int, _ length: Int, _ payloads: Payloads?,
    _ draw: (inout any RandomNumberGenerator) -> Action
  ) throws {
    var random: any RandomNumberGenerator = SeededNumbers(seed: seed)
    var draws = PayloadDraws<Action>(payloads ?? Payloads(share: 0))
    let judge = makeJudge()
    let watch = effort == .sides ? nil : try UnclaimedWatch(check)
    var (left, lists, found) = (count, 0, [Finding]())
    var list = List(actions: [])
    while left > 0, found.isEmpty {
      // The last quarter is one long list.
      let size = left <= count / 4 ? left : min(length, left - count / 4)
      list = List(actions: [])
      let state = try check.makeState()
      for number in 1...size where found.isEmpty {
        var action = draw(&random)
        if payloads != nil {
          let values = judge.coordinator.recordedValues(state).map(\.value)
          action = draws.varied(
            action, ofType: options.actionType(action), knowing: values, using: &random)
          TrapNotice.note(options.redactor.text(of: action, at: "action"))
        }
        list.actions.append(action)
        found = judge.judge(action, number: number, state)
      }
      (left, lists) = (left - list.actions.count, lists + 1)
      if sample.actions.isEmpty || left == 0 { sample = list }
      if found.isEmpty, try watch?.hasNewTrace(in: state) == true {
        try runFootprints(over: list, reads: false)
      }
    }
    TrapNotice.end()
    take(judge)
    extent = "\(counted(count - left, "action")) in \(counted(lists, "list")), seed \(seed)"
    if payloads != nil, !draws.neverTried.isEmpty {
      remarks.append("payloads never tried: \(draws.neverTried.joined(separator: ", "))")
    }
    try conclude(found, after: list)
    counterexample?.addOrigins(of: payloads)
  }

  // MARK: Every state

  private func visit(_ actions: [Action], _ depth: Int?, _ limit: Int) throws {
    sample = List(actions: actions)
    let bounds = SearchBounds(
      depth: depth ?? .max, limit: min(limit, VisitedStates.limits.states), cores: check.cores)
    let fields = exceptions.fields
    var judges: [ActionJudge<State, Action>] = []
    let outcome = try StateSearch<State, [Finding]>(actionCount: actions.count, bounds: bounds) {
      let (judge, copier) = (self.makeJudge(), GraphCopier<State>())
      judges.append(judge)
      return StateSearch<State, [Finding]>.Worker(
        start: self.check.makeState, copy: { try copier.copy($0) },
        reduce: { state, action, number in
          let found = judge.judge(actions[action], number: number, state)
          return found.isEmpty ? nil : found
        },
        fingerprint: { try Graph.fingerprint(of: $0, leavingOut: fields) })
    }.run()
    judges.forEach(take)
    let whole = try check.makeState()
    try exceptions.noteFields { field in
      try Graph.fingerprint(of: whole, leavingOut: [field]) != Graph.fingerprint(of: whole)
    }
    extent = outcome.text(actions.count, bounds)
    remarks.append(
      "\(counted(outcome.samples, "transition")) run twice, \(counted(outcome.replays, "state")) "
        + "reached again from a new initial state")
    failures += outcome.noise { options.actionType(actions[$0]) }
    if outcome.ending == .canceled || depth == nil && outcome.ending == .limit {
      failures.append("not every state was visited: \(outcome.ending.text(bounds))")
    }
    if let (path, found) = outcome.finding {
      try conclude(found, after: List(actions: path.map { actions[$0] }))
    }
  }

  // MARK: Footprints, laws and noise

  private func runFootprints() throws {
    try runFootprints(over: sample, reads: true)
    let slices = check.footprints.filter { judged.contains($0.name) }
    let start = try initialState(sample.start)
    var laws = LawCheck(check.footprints, on: start, options.redactor)
    for slice in slices {
      try laws.checkPresentValue(of: slice)
      let values = check.values.filter { $0.slice == slice.name }.flatMap(\.values)
      for value in values { try laws.checkWriting(value, to: slice) }
      ledger.add(.init(values: values.count, violations: []), of: slice.name)
    }
    add(laws.findings)
  }

  /// Looks at the footprints of the blocks over the first actions of a list.
  private func runFootprints(over list: List, reads: Bool) throws {
    let limit = effort == .full ? 1_000 : 200
    var run = FootprintRun(
      check, values: !reads ? 0 : effort == .full ? 8 : 3, exceptions,
      from: try initialState(list.start))
    for action in list.actions.prefix(limit) { try run.reduce(action) }
    let footprint = try run.finish()
    TrapNotice.end()
    let known = Set(findings.map(\.description))
    add(footprint.findings.filter { !known.contains($0.description) })
    for slice in judged {
      ledger.addFootprint(.init(checked: footprint.judged), of: slice)
      ledger.add(.init(values: footprint.laws[slice] ?? 0, violations: []), of: slice)
    }
    if footprint.judged < list.actions.count {
      remarks.append(
        "footprints were looked at after \(footprint.judged) of "
          + counted(list.actions.count, "action"))
    }
    if footprint.notJudged > 0 {
      remarks.append("\(counted(footprint.notJudged, "run")) of blocks had two results")
    }
  }

  private func findNoise() throws {
    let judge = makeJudge()
    let list = List(actions: Array(sample.actions.prefix(200)), start: sample.start)
    let found = try judge.noise(after: list.actions, runs: 4) { try self.initialState(list.start) }
    let known = Set(findings.map(\.description))
    let rules = ledger.rules
    add(
      found.filter { noise in
        !known.contains(noise.description)
          && !(rules[noise.slice] ?? []).contains {
            $0.rule.covers(noise.path, after: noise.actionType)
          }
      })
  }

  // MARK: What was not exercised

  private func unexercised() -> [String] {
    guard isExercised, counterexample == nil || !findings.contains(where: \.isComparison) else {
      return []
    }
    let names = check.sliceNames.filter(judged.contains)
    if names.isEmpty { return ["no slice was checked: the entries have none"] }
    var reasons = names.flatMap { name in
      (exercises[name] ?? SliceExercise(())).failures(of: name, exceptions)
    }
    reasons += idleTypes()
    if case .random = source.content {
      reasons += names.compactMap { name in
        guard let exercise = exercises[name], !exercise.isFilled, !exercise.empty.isEmpty,
          !exceptions.cover(["start"])
        else { return nil }
        return "\(name): the state to start from has no content in "
          + "\(exercise.empty.joined(separator: ", ")): begin from a filled state"
      }
    }
    return reasons
  }

  /// The types of actions that almost never did something, so that their ids may not be those of the state.
  private func idleTypes() -> [String] {
    var counts: [String: (tries: Int, effects: Int)] = [:]
    for entry in ledger.entries.values {
      for (type, entry) in entry {
        let exercise = entry.exercise
        counts[type, default: (0, 0)].tries = max(counts[type]?.tries ?? 0, entry.compared)
        counts[type]?.effects += exercise.changed + exercise.effects + exercise.signals
      }
    }
    // Blocks of no slice, and slices that are not judged, may be what the action is for.
    let isWhole =
      check.judgedSlice == nil && (check.original != nil || check.sliceNames.count > 1)
      && !check.completed.contains { if case .blocks = $0.content { true } else { false } }
    return counts.sortedByKey.compactMap { type, count in
      guard count.tries >= 50, count.effects * 50 < count.tries, isWhole || count.effects > 0,
        !exceptions.cover([type])
      else { return nil }
      return "\(type): \(count.effects) of \(count.tries) actions did something; "
        + "their ids may not be those of the state"
    }
  }
}

extension ParityCheck {
  /// The slices of the entries, as footprints see them.
  var footprints: [FootprintSlice<State>] {
    completed.compactMap { if case .slice(let slice) = $0.content { slice.footprint } else { nil } }
  }
}

extension Finding {
  /// Whether both sides were compared, or a claim was judged, after an action.
  package var isComparison: Bool { !isOfFootprint && actionNumber > 0 || subject == .claim }

  /// Whether this is about the whole graph of objects, or about runs of other kinds.
  var isOfFootprint: Bool {
    switch subject {
    case .uncovered, .aliasing, .read, .deniedRead, .brokenLink, .listedTwice, .order,
      .writeBetweenActions,
      .keptObject, .notCopied, .noise, .post, .stage, .handover,
      .recording:
      true
    case .outsideWrite, .projection: other != nil
    default: false
    }
  }
}

/// Finds that a list of actions left a trace outside of all slices.
private final class UnclaimedWatch<State: AnyObject & Codable> {
  private let writes: FootprintWrites<State>
  private let values: [any Sendable]
  private let start: State
  private var known: Set<String> = []

  init<Action>(_ check: ParityCheck<State, Action>) throws {
    writes = FootprintWrites(check.footprints)
    let state = try check.makeState()
    values = writes.slices.map { $0.read(state) }
    start = try Graph.copy(state)
    _ = try hasNewTrace(in: state)
  }

  /// Whether the state differs in a place where none of the states before did, apart from all slices.
  func hasNewTrace(in state: State) throws -> Bool {
    let copy = try Graph.copy(state)
    // A projection may look for objects of another slice that is written later.
    for _ in 0..<2 {
      for (slice, value) in zip(writes.slices, values) { slice.write(copy, value) }
    }
    let places = try writes.paths(from: start, to: copy).filter { !writes.isFlag($0.path) }
    let new = Set(places.map { Mismatch.pattern(of: $0.path) }).subtracting(known)
    known.formUnion(new)
    return !new.isEmpty
  }
}
