import ObjectGraph
import ReduxBridge
import ReferenceRedux

/// A run of all blocks, on copies and with other values, that looks at the whole graph of objects.
///
/// The footprint of a block is what no projection carries, what it writes outside of its slice, and what it
/// reads there.
///
/// Only the reduce blocks run, in the order of the entries. The run also finds blocks that are listed twice, an order
/// that differs from that of the former list of blocks, objects that a block keeps, properties that a copy loses,
/// and projections that break a law.
final class FootprintRun<State: AnyObject & Codable, Action: Sendable> {
  let check: ParityCheck<State, Action>
  private let exceptions: CheckExceptions
  var slices: [FootprintSlice<State>] { writes.slices }
  let writes: FootprintWrites<State>
  let blocks: [ListedBlock<State, Action>]
  let valuesPerType: Int

  let state: State
  /// The findings that no exception covers; by slice, once the run has ended.
  private(set) var findings: [Finding] = []
  /// The number of actions, and of those that were judged.
  private(set) var (actions, judged) = (0, 0)
  /// The number of values that each projection wrote and read back.
  var laws: [String: Int] = [:]
  /// The number of runs whose result the input does not determine.
  var notJudged = 0
  /// The reads that were tried: by block, slice with another value, and type of action.
  var trials: [[String]: Trials] = [:]

  /// The values that each slice had so far, the latest last.
  private(set) var pool: [[any Sendable]]
  /// By position, the value that a slice was last compared with, and the values of the pool that differ from
  /// it; none when the pool changed.
  var unlike: [Int: (value: any Sendable, others: [OtherMoment<any Sendable>])] = [:]
  /// Copies of the state at a few moments that differ in the unclaimed parts.
  private(set) var moments: [State] = []

  /// The state after the last action, to find what is written between two actions.
  private var rest: State?
  /// Whether copies have lost nothing that a projection reads: all findings come from runs on copies.
  private var canJudge = true
  /// The blocks that changed something at a path.
  private var writers: [String: Set<Int>] = [:]
  /// The pairs of blocks that did the same so far, and how often they did something.
  private var twins: [[Int]: Int]

  init(
    _ check: ParityCheck<State, Action>, values: Int, _ exceptions: CheckExceptions,
    from start: State
  ) {
    (self.check, self.exceptions, state) = (check, exceptions, start)
    valuesPerType = values
    writes = FootprintWrites(check.footprints)
    blocks = Array(check.blocks.joined())
    pool = writes.slices.map { _ in [] }
    twins = [:]
    for second in blocks.indices {
      for first in 0..<second { twins[[first, second]] = 0 }
    }
  }

  // MARK: Actions

  func reduce(_ action: Action) throws {
    let type = check.options.actionType(action)
    let start = try canJudge ? stateAtRest() : state
    if actions == 0 { try findLosses(of: start, after: nil) }
    collectValues()
    actions += 1
    if canJudge, valuesPerType > 0 { try keepMoment(start) }
    guard canJudge else {
      for block in blocks { block.reduce(state, action) }
      return try findLosses(of: Graph.copy(state), after: type)
    }
    let known = findings
    let print = try actions <= 64 ? Graph.fingerprint(of: start) : nil
    var before = start
    for index in blocks.indices { try reduce(action, type, with: index, &before) }
    if let print, try Graph.fingerprint(of: start) != print {
      add(.init(.writeBetweenActions, in: "the state", at: "", other: "a copy", after: type))
    }
    try findLosses(of: before, after: type, since: known)
    guard canJudge else { return }
    judged += 1
    rest = before
    let changed = slices.filter { !$0.areEqual($0.read(start), $0.read(before)) }
    // The values of other slices may refer to objects that are gone.
    if changed.count == 1, laws[changed[0].name, default: 0] < 64 {
      try checkWriting(changed[0].read(before), to: changed[0], of: start, after: type)
    }
    try findTwins(start, action)
    try compareOrders(start, action, type)
    for slice in changed {
      guard let rebuilt = try rebuilt(slice, of: state) else { continue }
      try judge(rebuilt: rebuilt, in: slice.name, after: type)
    }
    let new = try check.makeState()
    writes.writeValues(of: state, to: new)
    try judge(rebuilt: new, in: nil, after: type)
  }

  /// Ends the run.
  func finish() throws {
    if canJudge { _ = try stateAtRest() }
    collectValues()
    let named = Set(findings.filter { $0.subject == .notCopied }.map(\.other))
    for loss in try copyLosses() where !named.contains(loss.property) {
      add(.init(.notCopied, at: loss.path, other: loss.property))
    }
    for (pair, count) in twins where count > 0 {
      let (first, second) = (blocks[pair[0]], blocks[pair[1]])
      add(.init(.listedTwice, in: second.ownerName, at: second.name, other: first.name))
    }
    findings.sort {
      ($0.slice, $0.subject.rawValue, $0.path) < ($1.slice, $1.subject.rawValue, $1.path)
    }
  }

  /// Adds a finding, unless it was found before.
  func add(_ finding: Finding) {
    var finding = finding
    // The place of a block is no position that changes.
    if ![.listedTwice, .keptObject].contains(finding.subject) {
      finding.path = finding.pathPattern
      finding.other = finding.other.map(Mismatch.pattern)
    }
    if exceptions.cover(finding) { return }
    func likeness(_ finding: Finding) -> [String?] {
      [finding.subject.rawValue, finding.slice, finding.block, finding.path, finding.other]
    }
    let kind = likeness(finding)
    if !findings.contains(where: { likeness($0) == kind }) {
      findings.append(finding)
    }
  }

  /// Returns a copy of the state, after finding what was written to it since the last action.
  ///
  /// No copy changes after it was made, so one serves until the state changes.
  private func stateAtRest() throws -> State {
    guard let rest else { return try Graph.copy(state) }
    let differences = try writes.paths(rest, state)
    for difference in differences {
      let owners = try owners(of: difference.path, from: rest, to: state)
      add(.init(.writeBetweenActions, in: owners.first ?? "unclaimed", at: difference.path))
    }
    return differences.isEmpty ? rest : try Graph.copy(state)
  }

  private func collectValues() {
    for index in slices.indices {
      let value = slices[index].read(state)
      if let last = pool[index].last {
        guard !slices[index].areEqual(last, value) else { continue }
      }
      unlike[index] = nil
      pool[index].append(value)
      if pool[index].count > 16 { pool[index].remove(at: actions % 15) }
    }
  }

  /// Keeps a copy of the state if its unclaimed parts are new: some of the first, and of the latest.
  private func keepMoment(_ moment: State) throws {
    guard try unclaimedParts(unlike: moment).count == moments.count else { return }
    if moments.count < 8 {
      moments.append(moment)
    } else {
      moments[4 + actions % 4] = moment
    }
  }

  // MARK: One block

  /// Runs a block, and sets the copy of the state before it to one of the state after it.
  private func reduce(
    _ action: Action, _ type: String, with index: Int, _ before: inout State
  ) throws {
    blocks[index].reduce(state, action)
    let changes = try writes.paths(before, state)
    let after = try changes.isEmpty ? before : Graph.copy(state)
    if !changes.isEmpty { try judgeWrites(changes, of: index, from: before, type) }
    if valuesPerType > 0 { try findReads(of: index, action, type, before, after) }
    before = after
  }

  /// Names the properties that a projection reads and a copy of the state does not have.
  ///
  /// Findings on such copies are forgotten.
  private func findLosses(
    of copy: State, after type: String?, since known: [Finding]? = nil
  ) throws {
    let losses = writes.losses(of: copy, from: state)
    guard !losses.isEmpty else { return }
    canJudge = false
    if let known { findings = known }
    let properties = try copyLosses()
    for (index, places) in losses {
      for place in places {
        let loss = properties.first { $0.property.hasSuffix(".\(place.last ?? "")") }
        add(
          .init(
            .notCopied, in: slices[index].name,
            at: loss?.path ?? place.joined(separator: "."), other: loss?.property, after: type))
      }
    }
  }

  /// The properties that a copy of the state loses.
  private func copyLosses() throws -> [IncompleteCopyError.Loss] {
    do {
      try Graph.verifyCopy(of: state)
      return []
    } catch let error as IncompleteCopyError {
      return error.losses
    }
  }

  /// Notes what a block wrote outside of its slice, and what no projection carries of it.
  private func judgeWrites(
    _ changes: [GraphDifference], of index: Int, from before: State, _ type: String
  ) throws {
    let block = blocks[index]
    for change in changes {
      writers[Mismatch.pattern(of: change.path), default: []].insert(index)
    }
    for write in try writes.outside(
      of: block.owner, changes, from: before, to: state, after: type)
    {
      // Writes of unclaimed blocks outside of the slices are unclaimed, unless a slice shares the place.
      if block.owner == nil, write.kind == .uncovered { continue }
      if block.owner == nil, write.kind == .aliasing,
        try owners(of: write.path, from: before, to: state).isEmpty
      {
        continue
      }
      add(finding(of: write, in: block.ownerName, by: block.name, after: type))
    }
  }

  private func finding(
    of write: FootprintWrite, in slice: String, by block: String?, after type: String
  ) -> Finding {
    let (subject, other): (Finding.Subject, String?) =
      switch write.kind {
      case .write: (.outsideWrite, write.other)
      case .uncovered: (.uncovered, nil)
      case .aliasing: (.aliasing, write.other)
      case .unread: (.projection, "it does not read what it wrote")
      case .unasked: (.projection, "it writes what the blocks do not")
      }
    let author = subject == .projection ? nil : block
    return Finding(subject, in: slice, by: author, at: write.path, other: other, after: type)
  }

  /// The slices whose values change with what differs at a path.
  private func owners(
    of path: String, from before: State, to after: State
  ) throws -> [String] {
    try slices.filter { slice in
      let value = slice.read(after)
      if slice.areEqual(slice.read(before), value) { return false }
      let alone = try Graph.copy(before)
      slice.write(alone, value)
      return try writes.paths(before, alone).contains { pathsOverlap($0.path, path) }
    }.map(\.name)
  }

  // MARK: All blocks

  /// Finds blocks that do the same on every action.
  private func findTwins(_ start: State, _ action: Action) throws {
    var results: [Int: State] = [:]
    for index in Set(twins.keys.joined()).sorted() {
      let result = try Graph.copy(start)
      blocks[index].reduce(result, action)
      if try !Graph.isEqual(start, result) { results[index] = result }
    }
    for (pair, count) in twins {
      switch (results[pair[0]], results[pair[1]]) {
      case (nil, nil): continue
      case (let first?, let second?) where try Graph.isEqual(first, second):
        twins[pair] = count + 1
      default: twins[pair] = nil
      }
    }
  }

  /// Runs the blocks in the order before the migration.
  private func compareOrders(_ start: State, _ action: Action, _ type: String) throws {
    guard let original = check.original else { return }
    let former = try Graph.copy(start)
    for block in original { block(former, action) }
    for difference in try writes.paths(former, state) {
      add(.init(.order, in: "the list", at: difference.path, after: type))
    }
  }

  /// Compares the state with one that was rebuilt from values: those of a slice, or of all.
  private func judge(rebuilt: State, in slice: String?, after type: String) throws {
    for difference in try writes.paths(rebuilt, state)
    where !writes.isFlag(difference.path) {
      let pattern = Mismatch.pattern(of: difference.path)
      let authors = (writers[pattern] ?? []).sorted().map { blocks[$0] }
      // Places that only unclaimed blocks write are unclaimed.
      if !difference.isAboutSharing, slice == nil, authors.allSatisfy({ $0.owner == nil }) {
        continue
      }
      let author = authors.first { $0.owner != nil }
      add(
        finding(
          of: FootprintWrite(uncovered: difference), in: author?.ownerName ?? slice ?? "unclaimed",
          by: author?.name, after: type))
    }
  }
}
