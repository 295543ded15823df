import Foundation
import ReduxBridge
import StoreContract
import Testing
import ValueRedux
@testable import BridgeTestApps
@testable import ReduxBridgeTesting

private typealias Whole = Halves.Whole
private typealias Act = Halves.Act
private typealias Block = Halves.Block

/// A model whose copies observe it; `@unchecked Sendable` because one thread alone touches it.
private final class Echo: Codable, @unchecked Sendable {
  private static let name = Notification.Name("Echo")
  var count = 0 {
    didSet {
      if count != oldValue { NotificationCenter.default.post(name: Self.name, object: count) }
    }
  }

  private enum CodingKeys: CodingKey { case count }

  init() {}
  init(from decoder: any Decoder) throws {
    count = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .count)
    _ = NotificationCenter.default.addObserver(forName: Self.name, object: nil, queue: nil) {
      [weak self] post in self?.count = post.object as? Int ?? 0
    }
  }
}

/// The findings of a check of footprints about blocks that are made for the purpose.
@Suite struct FootprintRunTests {
  private static let actions: [Act] = [.left, .right, .both, .left, .both, .right]

  private func footprint(
    _ check: ParityCheck<Whole, Act>, after actions: some Sequence<Act> = actions, values: Int = 8
  ) throws -> FootprintRun<Whole, Act> {
    let run = FootprintRun(
      check, values: values, CheckExceptions(check.exceptions), from: Whole())
    for action in actions { try run.reduce(action) }
    try run.finish()
    return run
  }

  private func found(
    _ entries: [MigrationEntry<Whole, Act>], replacing original: [Block]? = nil,
    after actions: some Sequence<Act> = actions, values: Int = 8
  ) throws -> [String] {
    let check = ParityCheck(entries, replacing: original) { Whole() }
    return try footprint(check, after: actions, values: values).findings.map(\.description)
  }

  // MARK: Findings

  @Test func blocksThatKeepToTheirSlicesPass() throws {
    // It acts whenever the block of the left does, and is no twin of it.
    let beside: Block = { if $1 != .right { $0.loose += 1 } }
    #expect(
      try found([.slice(Halves.left()), .slice(Halves.right()), .blocks([beside])]) == [])
  }

  @Test func findingsAreCountedAndLawsAreCheckedUpToALimit() throws {
    let block: Block = { state, action in
      state.left.extra += 1
      if action == .left { state.right.count = state.right.count + state.loose }
      if action == .both { state.left.count += state.right.count }
    }
    let check = Halves.check(Halves.left([Halves.moveLeft, block]), Halves.right())
    let texts = [
      "left: block left.1 reads right, which is not declared: left.count depends on it, after both",
      "left: left.extra is in no projection, and block left.1 writes to it, after left",
    ]
    let few = try footprint(check)
    #expect(few.findings.map(\.description) == texts)
    #expect(few.laws == ["left": 2, "right": 2] && few.judged == 6)
    // Which values are tried depends on counts alone: of each kind at most two after each action.
    let many = try footprint(
      check, after: repeatElement(Self.actions, count: 12).joined(), values: 48)
    #expect(many.findings.map(\.description) == texts)
    let alike = try footprint(
      Halves.check(Halves.left()), after: repeatElement(.left, count: 70))
    #expect(alike.laws == ["left": 64])
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
      try found([.slice(left), .slice(Halves.right())]) == [
        "left: left.extra is in no projection, and rebuilding the state changes it, after left"
      ])
    // A slice that reads this one is rebuilt as well.
    let extra = Halves.Slice(
      "extra", reading: left, projection: Projection(\.left.extra),
      legacy: [{ state, _ in state.left.extra = state.left.count }],
      reducer: ReadingReducer { extra, count, _ in extra = count })
    #expect(try found([.slice(left), .slice(extra)]) == [])
    let write: Block = { if $1 != .right { $0.left.extra += 1 } }
    #expect(
      try found([.slice(left), .slice(Halves.right([Halves.moveRight, write]))]) == [
        "right: left.extra is in no projection, and block right.1 writes to it, after left"
      ])
    let other: Block = { if $1 == .both { $0.right.count = 9 } }
    let others = try found([
      .blocks([{ _, _ in }]), .slice(Halves.left()), .slice(Halves.right()), .blocks([other]),
    ])
    #expect(others == ["unclaimed: block unclaimed.1 writes to right, at right.count, after both"])
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
    #expect(
      try found([.slice(extra), .slice(left)], after: [.left, .right], values: 0) == [
        "extra: left.extra is in no projection, and block extra.0 writes to it, after right"
      ])
  }

  @Test func anExceptionAllowsAField() throws {
    let block: Block = { if $1 == .both { $0.left.extra += 1 } }
    let check = Halves.check(Halves.left([Halves.moveLeft, block]), Halves.right()).allowing(
      "left.extra", because: "a cache")
    for count in 3...6 {
      #expect(try check.run(.list(Self.actions.prefix(count))).failures == [])
    }
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
      let place = "which is not declared: left.count depends on it, after left"
      #expect(
        try found(entries, after: actions) == ["left: block left.0 reads \(other), \(place)"])
    }
  }

  @Test func aBlockWithAnotherAnswerEachTimeIsNotJudged() throws {
    let block: Block = { state, _ in state.left.count = .random(in: 0 ... .max) }
    let check = Halves.check(Halves.left([block]), Halves.right())
    for (count, values) in [(1, 1), (6, 2)] {
      let footprint = try footprint(check, after: Self.actions.prefix(count))
      #expect(footprint.findings.filter { $0.subject == .read } == [])
      #expect(footprint.laws["left"] == values && footprint.notJudged == count)
    }
    // So is one with the unclaimed state of another moment, which the projection of its slice reads.
    let right = StateSlice<Whole, Act, [Int]>(
      "right",
      projection: Projection(read: { [$0.right.count, $0.loose] }) { $0.right.count = $1[0] },
      legacy: [{ if $1 == .right { $0.right.count += $0.loose } }], reducer: Reducer { _, _ in })
    let add: Block = { state, _ in state.loose += 1 }
    let overlap = try found([.slice(Halves.left()), .slice(right), .blocks([add])])
    #expect(overlap.filter { $0.contains("reads") } == [])
  }

  @Test func aReadOfASliceWithoutLegacyReadersIsFoundEvenInUnclaimedBlocks() throws {
    let block: Block = { state, _ in state.loose = state.left.count }
    let (left, right) = (Halves.left(), Halves.right())
    #expect(try found([.slice(left), .slice(right), .blocks([block])]) == [])
    let denied = try footprint(
      ParityCheck([.slice(left.withoutLegacyReaders()), .slice(right), .blocks([block])]) {
        Whole()
      }
    ).findings
    #expect(
      denied.map { "\($0.subject) \($0.slice) \($0.path)" } == ["deniedRead unclaimed loose"])
  }

  @Test func aBlockThatKeepsAnObjectAndAHandlerThatWritesToItAreFound() throws {
    let kept = Kept<Halves.Part>()
    let block: Block = { state, action in
      if kept.object == nil { kept.object = state.left }
      kept.object?.count += 1
    }
    let keeps = try found([.slice(Halves.left([block])), .slice(Halves.right())])
    #expect(keeps.contains { $0.hasPrefix("left: block left.0 keeps an object of the state") })
    let keep: Block = { state, _ in kept.object = state.right }
    let actions = Self.actions.lazy.map { action in
      kept.object?.count += 1
      return action
    }
    let left = Halves.left([Halves.moveLeft, keep])
    let check = Halves.check(left, Halves.right())
    let between = try footprint(check, after: actions, values: 0).findings
      .filter { $0.subject == .writeBetweenActions }
    #expect(between.map { "\($0.slice) \($0.path)" } == ["right right.count"])
  }

  /// V20 of PARITY.md.
  @Test func aCopyThatFollowsTheModelIsFound() throws {
    let slice = StateSlice<Echo, Int, Int>(
      "echo", projection: Projection(\.count), legacy: [{ $0.count += $1 }],
      reducer: Reducer { $0 += $1 })
    let found = try ParityCheck([.slice(slice)]) { Echo() }.findings(after: [1])
    #expect(
      found.map(\.description).contains(
        "the state: a copy of the state changes with it, since an `init(from:)` observes something, "
          + "after Int"), "\(found)")
  }

  @Test func aPropertyThatACopyLosesIsFound() throws {
    let block: Block = { state, _ in state.cache += 1 }
    let entries: [MigrationEntry<Whole, Act>] = [
      .slice(Halves.left()), .slice(Halves.right()), .blocks([block]),
    ]
    #expect(try found(entries) == ["the state: a copy of the state loses Whole.cache, at cache"])
    let check = ParityCheck(entries) { Whole() }.allowing("Whole.cache", because: "a cache")
    #expect(try check.run(.list(Self.actions)).failures == [])
    // So is one that a projection reads, where a block changes what is encoded, too.
    let cache = Halves.Slice(
      "cache", projection: Projection(\.cache),
      legacy: [{ state, _ in (state.cache, state.loose) = (state.cache + 1, state.loose + 1) }],
      reducer: Reducer { _, _ in })
    #expect(
      try found([.slice(cache)]) == [
        "cache: the projection reads another value from a copy of the state, at the whole: no later "
          + "action was judged, after left",
        "the state: a copy of the state loses Whole.cache, at cache",
      ])
  }

  @Test func anotherOrderIsFound() throws {
    let show: Block = { state, _ in state.loose = state.right.count }
    #expect(
      try found(
        [.slice(Halves.left()), .slice(Halves.right()), .blocks([show])],
        replacing: [Halves.moveLeft, show, Halves.moveRight]) == [
          "the list: loose is another than with the former list of blocks, after right"
        ])
  }

  // MARK: Evidence

  @Test func aFindingOfACheckClosesAGate() throws {
    let write: Block = { if $1 == .left { $0.right.count = 9 } }
    let check = Halves.check(Halves.left([Halves.moveLeft, write]), Halves.right())
    let ledger = try check.run(.list(Self.actions)).ledger
    #expect(
      Gate(compared: 0, footprint: 1).unmetDemands(ofSliceNamed: "left", in: ledger).contains(
        "footprint: left: block left.1 writes to right, at right.count, after left"))
  }
}
