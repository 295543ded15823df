import ReduxBridge
import StoreContract
import Testing
import ValueRedux
@testable import BridgeTestApps
@testable import ReduxBridgeTesting

private typealias Whole = Halves.Whole
private typealias Act = Halves.Act
private typealias Block = Halves.Block

/// What a check of footprints says about blocks that are made for the purpose.
@Suite struct MigrationCheckTests {
  private static let actions: [Act] = [.left, .right, .both, .left, .both, .right]

  private func report(
    _ entries: [MigrationEntry<Whole, Act>], replacing original: [Block]? = nil,
    allowing rules: [DifferenceRule] = [], values: Int = 8
  ) throws -> FootprintReport {
    try MigrationCheck(entries, replacing: original, allowing: rules) { Whole() }
      .run(Self.actions, values: values, announcing: { _ in })
  }

  // MARK: Findings

  @Test func blocksThatKeepToTheirSlicesPass() throws {
    // It acts whenever the block of the left does, and is no twin of it.
    let beside: Block = { if $1 != .right { $0.loose += 1 } }
    let report = try report([.slice(Halves.left()), .slice(Halves.right()), .blocks([beside])])
    #expect(report.failures == [])
  }

  @Test func aReportIsATableWithAllThatWasFound() throws {
    let block: Block = { state, action in
      state.left.extra += 1
      if action == .left { state.right.count = state.right.count + state.loose }
      if action == .both { state.left.count += state.right.count }
    }
    let report = try report([
      .slice(Halves.left([Halves.moveLeft, block])), .slice(Halves.right()),
    ])
    #expect(
      report.description == """
        slice  covered               reads                 writes  evidence
        left   1 not                 right (not declared)  itself  4 of 6 actions changed it; \
        no read of unclaimed seen in 18 values; 2 values written and read back
        right  all that was written  nothing seen          itself  4 of 6 actions changed it; \
        no read of left seen in 10 values; no read of unclaimed seen in 11 values; \
        2 values written and read back

        Findings:
          left: block left.1 reads right, which is not declared: left.count depends on it, after both
          left: left.extra stands in no projection, and block left.1 writes to it, after left
        """)
    let long = try MigrationCheck([
      .slice(Halves.left([Halves.moveLeft, block])), .slice(Halves.right()),
    ]) { Whole() }.run(repeatElement(Self.actions, count: 12).joined(), values: 48) { _ in }
    // Which values are tried depends on counts alone: of each kind at most two after each action.
    let runs = [["right": 278, "unclaimed": 282], ["left": 142, "unclaimed": 143]]
    #expect(long.slices.map(\.runs) == runs)
    #expect(long.findings.map(\.count) == [47, 144])
    let alike = try MigrationCheck([.slice(Halves.left())]) { Whole() }
      .run(repeatElement(.left, count: 70), announcing: { _ in })
    #expect(alike.slices.map(\.laws) == [64])
    let footprints = report.ledger.footprints
    #expect(footprints.mapValues(\.checked) == ["left": 6, "right": 6])
    #expect(footprints["right"]?.findings.map { $0.contains("reads right") } == [true])
  }

  /// The state is new, so that writing all slices to it leaves what is equal in every state.
  @Test func whatAClearFreesAndAWriteDoesNotRebuildIsFound() throws {
    let projection = Projection<Whole, Int>(
      read: { $0.left.count }, write: { $0.left.count = $1 },
      clear: { ($0.left.count, $0.left.extra) = (0, -1) })
    let left = Halves.Slice(
      "left", projection: projection, legacy: [Halves.moveLeft],
      reducer: Reducer { count, action in if action != .right { count += 1 } })
    #expect(
      try report([.slice(left), .slice(Halves.right())]).failures == [
        "left: left.extra stands in no projection, and rebuilding the state changes it, after left"
      ])
    // A slice that reads this one is rebuilt as well.
    let extra = Halves.Slice(
      "extra", reading: left, projection: Projection(\.left.extra),
      legacy: [{ state, _ in state.left.extra = state.left.count }],
      reducer: ReadingReducer { extra, count, _ in extra = count })
    #expect(try report([.slice(left), .slice(extra)]).failures == [])
    let write: Block = { if $1 != .right { $0.left.extra += 1 } }
    #expect(
      try report([.slice(left), .slice(Halves.right([Halves.moveRight, write]))]).failures == [
        "right: left.extra stands in no projection, and block right.1 writes to it, after left"
      ])
    let other: Block = { if $1 == .both { $0.right.count = 9 } }
    let found = try report([
      .blocks([{ _, _ in }]), .slice(Halves.left()), .slice(Halves.right()), .blocks([other]),
    ]).failures
    #expect(found == ["unclaimed: block unclaimed.1 writes to right, at right.count, after both"])
  }

  /// Only a new state shows it: in the one before, the object has the other value.
  @Test func aWriteThatReplacesAnObjectOfALaterSliceIsFound() throws {
    let extra = Halves.Slice(
      "extra", projection: Projection(\Whole.left.extra),
      legacy: [{ if $1 == .right { $0.left.extra += 1 } }],
      reducer: Reducer { extra, action in if action == .right { extra += 1 } })
    let left = Halves.Slice(
      "left",
      projection: Projection(read: { $0.left.count }) { state, count in
        state.left = Halves.Part()
        state.left.count = count
      }, legacy: [Halves.moveLeft], reducer: Reducer { _, _ in })
    let check = MigrationCheck([.slice(extra), .slice(left)]) { Whole() }
    #expect(
      try check.run([.left, .right], values: 0, announcing: { _ in }).failures == [
        "extra: left.extra stands in no projection, and block extra.0 writes to it, after right"
      ])
  }

  @Test func aRuleAllowsAFieldAndMustApply() throws {
    let block: Block = { if $1 == .both { $0.left.extra += 1 } }
    let entries: [MigrationEntry<Whole, Act>] = [
      .slice(Halves.left([Halves.moveLeft, block])), .slice(Halves.right()),
    ]
    let rule = DifferenceRule.notComparable(at: "left.extra", because: "a cache")
    let check = MigrationCheck(entries, allowing: [rule]) { Whole() }
    let reports = try (3...6).map {
      try check.run(Self.actions.prefix($0), announcing: { _ in }).failures
    }
    #expect(reports == [[], [], [], []])
    let other = DifferenceRule.notComparable(at: "right.extra", because: "a cache")
    #expect(
      try report(entries, allowing: [rule, other, rule]).failures
        == [other, rule].map { "rule that never applied: \($0)" })
  }

  @Test func aReadOfAnotherSliceIsFoundByItsOtherValues() throws {
    let block: Block = { if $1 == .both { $0.left.count = $0.right.count } }
    let entries: [MigrationEntry<Whole, Act>] = [
      .slice(Halves.left([block])), .slice(Halves.right()),
    ]
    let found =
      "left: block left.0 reads right, which is not declared: left.count depends on it, after both"
    let reports = try [8, 1, 0].map { try report(entries, values: $0).failures }
    #expect(reports == [[found], [found], []])
  }

  /// One of the many other values alone differs in what the block reads, in the only turn that it has.
  @Test(arguments: [20, 24, 25])
  func aReadIsFoundInOneTurnWhateverTheNumberOfValues(_ count: Int) throws {
    struct Pair: Equatable, Sendable { var count = 0, extra = 0 }
    let right = StateSlice<Whole, Act, Pair>(
      "right",
      projection: Projection(
        read: { Pair(count: $0.right.count, extra: $0.right.extra) },
        write: { ($0.right.count, $0.right.extra) = ($1.count, $1.extra) }),
      legacy: [{ if $1 == .right { ($0.right.count, $0.right.extra) = ($0.right.count + 1, 1) } }],
      reducer: Reducer { _, _ in })
    let read: Block = { if $1 == .left { $0.left.count += $0.right.extra } }
    let moveLoose: Block = { if $1 == .right { $0.loose = $0.loose == 2 ? 3 : 2 } }
    let readLoose: Block = { if $1 == .left { $0.left.count += min($0.loose, 2) } }
    // Shows late: of the first moments and of the latest, some of the latest alone differ in it.
    let blink: Block = { state, action in
      guard action == .right else { return }
      state.loose += 1
      state.right.extra = state.loose == count - 2 ? 1 : 0
    }
    let actions = [.both, .both] + Array(repeating: Act.right, count: count) + [.left]
    for (entries, other) in [
      ([.slice(Halves.left([read])), .slice(right)], "right"),
      ([.slice(Halves.left([readLoose])), .blocks([moveLoose])], "loose"),
      ([.slice(Halves.left([read, Halves.moveLeft])), .blocks([blink])], "loose, right.extra"),
    ] as [([MigrationEntry<Whole, Act>], String)] {
      let report = try MigrationCheck(entries) { Whole() }.run(actions, announcing: { _ in })
      let place = "which is not declared: left.count depends on it, after left"
      #expect(report.failures == ["left: block left.0 reads \(other), \(place)"])
    }
  }

  @Test func aBlockWithAnotherAnswerEachTimeIsNotJudged() throws {
    let block: Block = { state, _ in state.left.count = .random(in: 0 ... .max) }
    let check = MigrationCheck([.slice(Halves.left([block])), .slice(Halves.right())]) { Whole() }
    for (count, values) in [(1, 1), (6, 2)] {
      let report = try check.run(Self.actions.prefix(count), announcing: { _ in })
      #expect(report.findings.filter { $0.kind == .read } == [])
      let evidence = "; \(values) values written and read back; \(count) runs not judged"
      #expect(report.description.contains(evidence), "\(report)")
    }
    // So is one with the unclaimed state of another moment, which the projection of its slice reads.
    let right = StateSlice<Whole, Act, [Int]>(
      "right",
      projection: Projection(read: { [$0.right.count, $0.loose] }) { $0.right.count = $1[0] },
      legacy: [{ if $1 == .right { $0.right.count += $0.loose } }], reducer: Reducer { _, _ in })
    let add: Block = { state, _ in state.loose += 1 }
    let overlap = try self.report([.slice(Halves.left()), .slice(right), .blocks([add])])
    #expect(overlap.findings.filter { $0.kind == .read } == [])
  }

  @Test func aReadOfASliceWithoutLegacyReadersIsFoundEvenInUnclaimedBlocks() throws {
    let block: Block = { state, _ in state.loose = state.left.count }
    let (left, right) = (Halves.left(), Halves.right())
    #expect(try report([.slice(left), .slice(right), .blocks([block])]).failures == [])
    let found = try report([
      .slice(left.withoutLegacyReaders()), .slice(right), .blocks([block]),
    ]).findings
    #expect(found.map { "\($0.kind) \($0.slice) \($0.path)" } == ["deniedRead unclaimed loose"])
  }

  @Test func aBlockThatKeepsAnObjectAndAHandlerThatWritesToItAreFound() throws {
    let kept = Kept<Halves.Part>()
    let block: Block = { state, action in
      if kept.object == nil { kept.object = state.left }
      kept.object?.count += 1
    }
    let report = try report([.slice(Halves.left([block])), .slice(Halves.right())])
    #expect(report.findings.contains { $0.kind == .keptObject && $0.path == "left.0" })
    let keep: Block = { state, _ in kept.object = state.right }
    let actions = Self.actions.lazy.map { action in
      kept.object?.count += 1
      return action
    }
    let left = Halves.left([Halves.moveLeft, keep])
    let check = MigrationCheck([.slice(left), .slice(Halves.right())]) { Whole() }
    let found = try check.run(actions, values: 0, announcing: { _ in }).findings
      .filter { $0.kind == .writeBetweenActions }
    #expect(found.map { "\($0.slice) \($0.path)" } == ["right right.count"])
  }

  @Test func aPropertyThatACopyLosesIsFound() throws {
    let block: Block = { state, _ in state.cache += 1 }
    let entries: [MigrationEntry<Whole, Act>] = [
      .slice(Halves.left()), .slice(Halves.right()), .blocks([block]),
    ]
    #expect(
      try report(entries).failures == [
        "the state: a copy of the state loses Whole.cache, at cache"
      ])
    let check = MigrationCheck(entries, ignoring: ["Whole.cache"]) { Whole() }
    #expect(try check.run(Self.actions, announcing: { _ in }).failures == [])
    // So is one that a projection reads, where a block changes what is encoded, too.
    let cache = Halves.Slice(
      "cache", projection: Projection(\.cache),
      legacy: [{ state, _ in (state.cache, state.loose) = (state.cache + 1, state.loose + 1) }],
      reducer: Reducer { _, _ in })
    let failures = try report([.slice(cache)]).failures
    #expect(
      failures.map { $0.prefix(71) } == [
        "cache: the projection reads another value from a copy of the state, at ",
        "the state: a copy of the state loses Whole.cache, at cache",
      ])
  }

  @Test func anotherOrderIsFoundAndTheReportSaysWhereJoiningSlicesWouldChangeIt() throws {
    let show: Block = { state, _ in state.loose = state.right.count }
    let (left, right) = (Halves.left(), Halves.right())
    let moved = try report(
      [.slice(left), .slice(right), .blocks([show])],
      replacing: [Halves.moveLeft, show, Halves.moveRight])
    #expect(
      moved.failures == [
        "the list: loose is another than with the former list of blocks, after right"
      ])
    let entries: [MigrationEntry<Whole, Act>] = [.slice(left), .blocks([show]), .slice(right)]
    let report = try report(entries)
    #expect(report.failures == [])
    #expect(report.description.contains("left and right: loose"))
    let once = try MigrationCheck(entries) { Whole() }.run([.both], announcing: { _ in })
    #expect(once.description.hasSuffix("left and right: loose"))
    #expect(!once.description.contains("written and read back"))
    let touch: Block = { state, _ in state.right.extra += 1 }
    let free = try self.report([.slice(left), .blocks([touch]), .slice(right), .blocks([show])])
    #expect(!free.description.contains("left and right"))
  }

  @Test func eachRunWithAnotherValueIsAnnouncedBefore() throws {
    let log = LegacyRecorder<String>()
    let block: Block = { state, action in
      log.record("run")
      Halves.moveLeft(state, action)
    }
    let check = MigrationCheck([.slice(Halves.left([block])), .slice(Halves.right())]) { Whole() }
    _ = try check.run(Self.actions) { log.record($0) }
    let announced = log.values.indices.filter { log.values[$0].hasPrefix("left.0") }
    #expect(log.values[announced[0]].contains("with another value of right"))
    #expect(announced.allSatisfy { log.values[$0 + 1] == "run" })
  }

  // MARK: Evidence

  @Test func aGateDemandsTheFootprint() throws {
    let left = Halves.left().gate(
      Gate(compared: 0, everyActionType: false, everyRuleUsed: false, footprint: 1))
    var evidence = ParityLedger()
    let store = MigrationStore(
      state: Whole(), entries: [.slice(left), .slice(Halves.right())],
      parity: ParityOptions(footprintInterval: 0))
    try store.setStage(.shadow, of: left)
    store.reduce([.left])
    evidence.merge(store.ledger)
    #expect(left.unmetDemands(in: evidence) == ["footprint never checked"])

    let write: Block = { if $1 == .left { $0.right.count = 9 } }
    let bad = try report([.slice(Halves.left([Halves.moveLeft, write])), .slice(Halves.right())])
    var spoiled = evidence
    spoiled.merge(bad.ledger)
    #expect(
      left.unmetDemands(in: spoiled).contains(
        "footprint: left: block left.1 writes to right, at right.count, after left"))
    for text in [
      "Not proved:\n  left: footprint: left: block left.1 writes to right, at right.count, after left",
      "Footprints:\n  left: checked after ",
    ] {
      #expect(spoiled.description.contains(text))
    }

    evidence.merge(try report([.slice(left), .slice(Halves.right())]).ledger)
    #expect(left.unmetDemands(in: evidence) == [])
  }
}
