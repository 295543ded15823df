import ReduxBridge
import ReferenceRedux
import Testing
import ValueRedux
@testable import BridgeTestApps

/// The findings of a running store about writes that cross the borders of a slice.
@Suite struct FootprintProbeTests {
  private typealias Whole = Halves.Whole
  private typealias Act = Halves.Act
  private typealias Block = Halves.Block

  @Test func whatABlockWritesOutsideIsReported() throws {
    let write: Block = { if $1 == .left { $0.right.count = 9 } else { $0.left.extra += 1 } }
    let left = Halves.left([Halves.moveLeft, write])
    for interval in [0, 1_000] {
      let store = MigrationStore(
        state: Whole(), entries: [.slice(left), .slice(Halves.right())],
        parity: ParityOptions(footprintInterval: interval))
      try store.setStage(.shadow, of: left)
      store.reduce([Act.left, .both, .left, .both])
      let expected = [
        "left (shadow) [outsideWrite by left.1]: after action 1 .left, at right.count: "
          + "legacy changed, value part of right",
        "left (shadow) [outsideWrite by left.1]: after action 2 .both, at left.extra: "
          + "legacy changed, value in no projection",
      ]
      // The first of each type is checked, and then one in a thousand.
      #expect(store.mismatches.map(\.description) == (interval == 0 ? [] : expected))
      let demands = Gate(compared: 1, mismatches: nil, footprint: 1)
        .unmetDemands(ofSliceNamed: "left", in: store.ledger)
      #expect(
        demands
          == (interval == 0
            ? ["footprint never checked"]
            : [
              "footprint: block left.1 writes to left.extra",
              "footprint: block left.1 writes to right.count",
            ]))
      #expect(
        store.ledger.description.contains("left: checked after 2 actions, 2 differences found")
          == (interval > 0))
    }
  }

  @Test func aBlockIsNamedUnlessARuleOfTheOtherSliceExplainsIt() throws {
    let write: Block = { if $1 == .left { $0.right.count = 9 } }
    let both: Block = { for block in [Halves.moveLeft, write] { block($0, $1) } }
    let rule = DifferenceRule("", of: .foreignWrite, as: .notComparable, because: "a test")
    for (blocks, name) in [([both], "left.0"), ([Halves.moveLeft, write], "left.1")] {
      let left = Halves.left(blocks)
      for right in [Halves.right(), Halves.right().allowing(rule)] {
        let store = MigrationStore(
          state: Whole(), entries: [.slice(left), .slice(right)],
          parity: ParityOptions(footprintInterval: 1))
        try store.setStage(.shadow, of: left)
        store.reduce([Act.left])
        let found = store.mismatches.filter { $0.subject == .outsideWrite }
        #expect(found.map(\.block) == (right.rules.isEmpty ? [name] : []))
      }
    }
  }

  /// `==` does not tell the sign of zero.
  @Test(arguments: [false, true])
  func anOutsideWriteToASliceIsJudgedByItsEquality(_ isExact: Bool) throws {
    final class Scales: Codable {
      var one = 0.0
      var other = 0.0
    }
    let one = StateSlice<Scales, Bool, Double>(
      "one", projection: Projection(\.one), legacy: [{ scales, _ in scales.other = -0.0 }],
      reducer: Reducer { _, _ in })
    let other = StateSlice<Scales, Bool, Double>(
      "other", projection: Projection(\.other), legacy: [], reducer: Reducer { _, _ in })
    let store = MigrationStore<Scales, Bool>(
      state: Scales(), entries: [.slice(one), .slice(isExact ? other.comparingExactly() : other)])
    try store.setStage(.shadow, of: one)
    store.reduce([true])
    #expect(store.mismatches.map(\.value) == [isExact ? "part of other" : "in no projection"])
  }

  /// A run on copies finds nothing then; a field that the projection does not write either is found before.
  @Test(arguments: [
    (true, "1 outsideWrite: in no projection"),
    (false, "1 projection: another after write and read"),
  ])
  func aProjectionOfWhatIsNotEncodedIsReported(_ writesCache: Bool, _ first: String) throws {
    let count: Block = { state, _ in (state.cache, state.loose) = (state.cache + 1, state.loose + 1)
    }
    let slice = StateSlice<Whole, Act, [Int]>(
      "cache",
      projection: Projection(
        read: { writesCache ? [$0.cache] : [$0.cache, $0.loose] },
        write: { if writesCache { $0.cache = $1[0] } else { $0.loose = $1[1] } }),
      legacy: [count], reducer: Reducer { numbers, _ in numbers = numbers.map { $0 + 1 } })
    let store = try MigrationStore(
      Whole(), slice, at: .shadow, parity: ParityOptions(footprintInterval: 1))
    store.reduce([Act.left, .left])
    #expect(
      store.mismatches.map { "\($0.actionNumber) \($0.subject): \($0.value)" } == [
        first, "2 projection: not encoded: a copy of the state loses it",
      ])
  }

  /// Before its blocks, or after them.
  @Test(arguments: [0, 1])
  func aStateThatCannotBeCopiedIsNamedInTheLedger(_ limit: Int) throws {
    final class Stubborn: Codable {
      var count = 0
      let limit: Int

      init(_ limit: Int) { self.limit = limit }
      init(from decoder: any Decoder) throws { limit = try Int(from: decoder) }
      func encode(to encoder: any Encoder) throws {
        guard count < limit else { throw CancellationError() }
        try limit.encode(to: encoder)
      }
    }
    let slice = StateSlice<Stubborn, Bool, Int>(
      "count", projection: Projection(\.count), legacy: [{ state, _ in state.count += 1 }],
      reducer: Reducer { count, _ in count += 1 }
    ).gate(Gate(compared: 1, footprint: 1))
    let store = try MigrationStore(Stubborn(limit), slice, at: .shadow, after: [true])
    #expect(store.ledger.description.contains("count: footprint: the state cannot be copied: "))
    let unmet = store.unmetDemands(of: slice, for: .lead)
    #expect(unmet.first == "footprint never checked")
    #expect(unmet.last?.hasPrefix("footprint: the state cannot be copied: ") == true)
  }

  @Test func aCheckIsRepeatedAfterItsIntervalAndAtLead() throws {
    let write: Block = { state, _ in state.left.extra += 1 }
    let left = Halves.left([Halves.moveLeft, write])
    let store = try MigrationStore(
      Whole(), left, at: .shadow, parity: ParityOptions(footprintInterval: 3))
    store.reduce(repeatElement(.left, count: 7))
    #expect(store.mismatches.map(\.actionNumber) == [1, 4, 7])
    try store.setStage(.lead, of: left)
    let checked = [1, 2].map { _ in
      store.reduce([.left])
      return store.ledger.slices["left"]?.footprint.count
    }
    #expect(checked == [4, 4])
  }

  /// At first each time, later after one action in sixteen.
  @Test(arguments: [0, 300])
  func whatOtherCodeWritesToASliceIsReported(_ before: Int) throws {
    let kept = Kept<Halves.Part>()
    let keep: Block = { state, _ in kept.object = state.left }
    let left = Halves.left([Halves.moveLeft, keep])
    let store = MigrationStore(state: Whole(), entries: [.slice(left), .slice(Halves.right())])
    try store.setStage(.shadow, of: left)
    for _ in 0..<before { store.dispatch(.left) }
    store.dispatch(.left)
    for count in 1...16 {
      store.read { _ in kept.object?.count = -count }
      store.dispatch(.left)
    }
    store.flush()
    let found = store.mismatches.filter { $0.subject == .foreignWrite }
    #expect(found.count == (before == 0 ? 16 : 1))
    if before == 0 {
      #expect(
        found.first?.description
          == "left (shadow) [foreignWrite]: after action 2 .left, as a whole: legacy -1, value 1")
    }
  }

  @Test func aWriteOfOtherCodeCountsBesideADifference() throws {
    let left = Halves.Slice(
      "left", projection: Projection(\Whole.left.count), legacy: [Halves.moveLeft],
      reducer: Reducer { count, action in count += action == .both ? 9 : 1 })
    let store = try MigrationStore(Whole(), left, at: .shadow, after: [.left])
    store.read { $0.left.count = 5 }
    store.reduce([.both])
    #expect(store.mismatches.map { "\($0.subject) \($0.furtherDifferences)" } == ["state 1"])
  }

  /// The first write is found after it, and then each block is watched.
  @Test(arguments: [false, true])
  func anUnclaimedBlockIsNamedFromTheSecondWriteOn(_ isAllowed: Bool) throws {
    let idle: Block = { _, _ in }
    let write: Block = { if $1 == .right { $0.left.count = 9 } }
    let right = DifferenceRule(
      "", on: "right", of: .foreignWrite, as: .notComparable, because: "a test")
    let left =
      isAllowed ? Halves.left([Halves.moveLeft]).allowing(right) : Halves.left([Halves.moveLeft])
    let store = MigrationStore(
      state: Whole(), entries: [.blocks([idle]), .slice(left), .blocks([idle, write])])
    try store.setStage(.lead, of: left)
    store.reduce([Act.left, .right, .left, .right, .left, .left, .right, .right, .right])
    let found = store.mismatches.map { "\($0.actionNumber) \($0.subject) \($0.block ?? "nobody")" }
    let named = ["3 foreignWrite nobody", "5 foreignWrite unclaimed.2"]
    #expect(
      found
        == (isAllowed
          ? named : named + ["8 foreignWrite unclaimed.2", "9 foreignWrite unclaimed.2"]))
  }
}
