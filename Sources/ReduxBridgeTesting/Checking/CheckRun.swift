import ReduxBridge
import ReferenceRedux

/// One run of a ``ParityCheck``: the parts that look for something, one after the other.
///
/// Confined to one thread.
final class CheckRun<State: AnyObject & Codable, Action: Sendable> {
  typealias List = ActionSource<Action>.List

  let check: ParityCheck<State, Action>
  let effort: CheckEffort
  let exceptions: CheckExceptions
  private let source: ActionSource<Action>
  private let judged: Set<String>
  let options: ParityOptions<Action>

  var ledger = ParityLedger()
  private var exercises: [String: SliceExercise] = [:]
  var findings: [Finding] = []
  var failures: [String] = []
  /// Sentences for the text on the parts that were looked at, and on those that were not.
  var remarks: [String] = []
  var counterexample: Counterexample<Action>?
  /// The actions for the parts that take a list.
  var sample = List(actions: [])
  var isExercised = true
  var extent = ""

  init(
    _ check: ParityCheck<State, Action>, _ source: ActionSource<Action>, _ effort: CheckEffort
  ) {
    (self.check, self.source, self.effort, options) = (check, source, effort, check.options)
    exceptions = CheckExceptions(check.exceptions)
    judged = check.judgedSlice.map { [$0] } ?? Set(check.sliceNames)
  }

  func report() throws -> ParityReport<Action> {
    defer { TrapNotice.note(nil) }
    if case .recordings = source.content {
    } else if check.isReducerAlone {
      return ParityReport(
        failing: ["a reducer alone has recordings to replay only"], options.redactor)
    }
    for (read, reader) in check.missing where judged.contains(reader) {
      let text = "\(reader): reads \(read.name), which the entries do not have"
      failures.append(text)
      ledger[reader].footprint.findings.insert(text)
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
      try runFootprints(over: sample, reads: true)
      if effort == .full { try findNoise() }
      let isSteady = !findings.contains { $0.subject == .noise }
      let stages = StageRun(check: check, judged: judged, exceptions: exceptions)
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
    } else {
      failures += check.demands.map {
        "`\($0)` was not tried: not with the effort `sides`, nor over a recording or a trace"
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
        return ledger[slice].unusedRules.filter { !own.contains($0.description) }
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
    ledger[slice].footprint.findings.formUnion(others.map(\.description))
    ledger[slice].laws.findings.formUnion(laws.map(\.description))
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

  /// Makes a judge of one slice, or of all that the check judges.
  func makeJudge(of slice: String? = nil) -> ActionJudge<State, Action> {
    // A list that shrinks shows the same after fewer actions.
    let exactEvery = effort == .full ? slice == nil ? 16 : 1 : 0
    return ActionJudge(
      check, judging: slice.map { [$0] } ?? judged, exceptions, exactEvery: exactEvery)
  }

  func add(_ found: [Finding]) {
    findings += found.filter { finding in
      let isJudged =
        check.judgedSlice == nil || judged.contains(finding.slice)
        || finding.other.map(judged.contains) == true
        || [.claim, .handover].contains(finding.subject)
      return isJudged && (finding.isComparison || !exceptions.cover(finding))
    }
  }

  func take(_ judge: ActionJudge<State, Action>) {
    ledger.merge(judge.recorder.ledger)
    for (name, exercise) in judge.exercises {
      if exercises[name]?.merge(exercise) == nil { exercises[name] = exercise }
    }
  }

  // MARK: A list

  func run(_ list: List) throws {
    let judge = makeJudge()
    let found = try judge.judge(list.actions, from: initialState(list.start))
    take(judge)
    sample = list
    extent = counted(list.actions.count, "action")
    try conclude(found, after: list)
  }

  /// Adds what was found over a list, and finds the smallest list that shows the first of it.
  func conclude(_ found: [Finding], after list: List) throws {
    guard let first = found.first, effort != .sides else { return add(found) }
    let shrunk = try CounterexampleSearch(self, for: first, in: list).smallest()
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

  private func run(_ lists: [List], for mismatch: Mismatch?) throws {
    isExercised = false
    func isSame(_ finding: Finding) -> Bool { mismatch?.isSimilar(to: finding) ?? true }
    for list in lists {
      let judge = makeJudge()
      let found = try judge.judge(list.actions, from: initialState(list.start), until: isSame)
      guard let same = found.first(where: isSame) else { continue }
      take(judge)
      extent = counted(list.actions.count, "action")
      return try conclude([same], after: list)
    }
    failures.append(
      "the difference of the trace does not show here, because it came from outside of the slice")
  }

  // MARK: Footprints and noise

  /// Looks at the footprints of the blocks over the first actions of a list, and at the laws of projections.
  func runFootprints(over list: List, reads: Bool) throws {
    let limit = effort == .full ? 1_000 : 200
    let run = FootprintRun(
      check, values: !reads ? 0 : effort == .full ? 8 : 3, exceptions,
      from: try initialState(list.start))
    if reads { try run.checkLaws(trying: check.values) }
    for action in list.actions.prefix(limit) { try run.reduce(action) }
    try run.finish()
    let known = Set(findings.map(\.description))
    add(run.findings.filter { !known.contains($0.description) })
    for slice in judged {
      ledger[slice].footprint.merge(.init(run.judged))
      ledger[slice].laws.merge(.init(run.laws[slice] ?? 0))
    }
    if run.judged < list.actions.count {
      remarks.append(
        "footprints were looked at after \(run.judged) of "
          + counted(list.actions.count, "action"))
    }
    if run.notJudged > 0 {
      remarks.append("\(counted(run.notJudged, "run")) of blocks had two results")
    }
  }

  private func findNoise() throws {
    let judge = makeJudge()
    let list = List(actions: Array(sample.actions.prefix(200)), start: sample.start)
    let found = try judge.noise(after: list.actions, runs: 4) { try self.initialState(list.start) }
    let known = Set(findings.map(\.description))
    let slices = ledger.slices
    add(
      found.filter { noise in
        !known.contains(noise.description)
          && !(slices[noise.slice]?.rules ?? []).contains {
            $0.rule.covers(noise.path, after: noise.actionType)
          }
      })
  }

  // MARK: Fields and actions that were not exercised

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
