import ReduxBridge
import ReferenceRedux
import Testing
import ValueRedux
@testable import BridgeTestApps

/// A finding of a running store while a value leads names the code that is to blame.
@Suite struct BlameAtLeadTests {
  /// Writes to the badge, which the badge's slice owns.
  private static let marking: ReduceBlock<KeyringState, KeyringAction> = { state, action in
    if action == .setDark(true) { state.launches = 9 }
  }

  /// V14: the block of the logins writes to the badge, which leads; each at its place in the list, and with a sample of its
  /// writes or without.
  @Test(arguments: [Stage.legacy, .shadow], [false, true])
  func aWriteToASliceAtLeadNamesTheBlock(_ stage: Stage, _ isLast: Bool) throws {
    let logins = Keyring.logins(legacy: Self.marking)
    let badge = Keyring.badge(reading: logins)
    let entries: [MigrationEntry<KeyringState, KeyringAction>] = [.slice(logins), .slice(badge)]
    let store = MigrationStore(
      state: KeyringState(), entries: isLast ? entries.reversed() : entries)
    try store.setStage(stage, of: logins)
    try store.setStage(.lead, of: badge)
    for number in 1...3 {
      for action in [KeyringAction.add(number), .launch, .setDark(true), .select(id: number)] {
        store.reduce([action])
      }
    }
    let found = store.mismatches.filter { $0.slice == "badge" }
    let blocks = [stage == .legacy ? "nobody" : "logins.1", "logins.1", "logins.1"]
    #expect(
      found.map { "\($0.actionNumber) \($0.subject) \($0.block ?? "nobody")" }
        == zip(isLast ? [4, 8, 12] : [3, 7, 11], blocks).map { "\($0) foreignWrite \($1)" })
    #expect(
      store.mismatches.filter { $0.slice == "logins" }.map(\.description)
        == (stage == .legacy
          ? []
          : [
            "logins (shadow) [outsideWrite by logins.1]: after action 3 .setDark(true), at launches: "
              + "legacy changed, value part of badge"
          ]))
  }

  @Test func aBlockThatWritesToTwoSlicesIsNamedForBoth() throws {
    let write: Halves.Block = { state, _ in (state.left.count, state.right.count) = (9, 9) }
    let store = MigrationStore(
      state: Halves.Whole(),
      entries: [.slice(Halves.left()), .slice(Halves.right()), .blocks([write])])
    for name in ["left", "right"] { try store.setStage(.shadow, ofSliceNamed: name) }
    store.reduce(repeatElement(.both, count: 4))
    let found = store.mismatches.map { "\($0.actionNumber) \($0.slice) \($0.block ?? "nobody")" }
    #expect(
      found == [
        "2 left nobody", "2 right nobody", "3 left nobody", "3 right nobody",
        "4 left unclaimed.0", "4 right unclaimed.0",
      ])
  }

  /// With effects, the blocks of a slice run as one.
  @Test func ofBlocksThatRunAsOneNoneIsNamed() throws {
    let write: Halves.Block = { if $1 == .left { $0.right.count = 9 } }
    let left = Halves.left([Halves.moveLeft, write]).effects(
      SliceEffects(legacy: { _, _ in [1] }, value: { _, _ in [1] }, perform: { (_: Int) in }))
    let right = Halves.right()
    let store = MigrationStore(state: Halves.Whole(), entries: [.slice(right), .slice(left)])
    try store.setStage(.shadow, of: right)
    store.reduce(Array(repeating: [Halves.Act.left, .right], count: 3).joined())
    #expect(
      store.mismatches.map { "\($0.subject) \($0.block ?? "nobody")" }
        == Array(repeating: "foreignWrite nobody", count: 3))
  }

  @Test func aPlaceThatTheProjectionLosesIsNamedBesideTheWrongOne() throws {
    struct Pair: Equatable, Sendable { var count, extra: Int }
    let slice = StateSlice<Halves.Whole, Halves.Act, Pair>(
      "pair",
      projection: Projection(
        read: { Pair(count: $0.left.count, extra: $0.left.extra) },
        write: { ($0.left.count, $0.left.extra) = ($1.count, 0) }),
      legacy: [{ state, _ in (state.left.count, state.left.extra) = (1, 5) }],
      reducer: Reducer { pair, _ in pair = Pair(count: 2, extra: 5) })
    func found(
      _ stage: Stage, _ interval: Int, allowing subjects: [Mismatch.Subject]
    ) throws -> [String] {
      let slice = subjects.reduce(slice) { $0.allowing("", of: $1, because: "a test") }
      let store = try MigrationStore(
        Halves.Whole(), slice, at: stage, parity: ParityOptions(footprintInterval: interval))
      store.reduce([.left])
      return store.mismatches.map { "\($0.subject) \($0.path) \($0.value)" }
    }
    #expect(try found(.lead, 0, allowing: []) == ["state count 2"])
    #expect(try found(.lead, 0, allowing: [.state]) == ["projection extra 5"])
    #expect(
      try found(.shadow, 1, allowing: [.state]) == [
        "projection extra another after write and read"
      ])
    #expect(
      try found(.shadow, 1, allowing: [.state, .projection]) == [
        "outsideWrite left.extra in no projection"
      ])
  }

  /// V14: no object has the id, so the projection cannot write it.
  @Test(arguments: [Stage.shadow, .lead])
  func aStaleIDIsBlamedOnTheReducerOnce(_ stage: Stage) throws {
    var parts = ShopParts()
    parts.orders.reduce("cancelOrder") { $0.selectedID = 1 }
    let store = try parts.store(
      at: stage,
      after: [.put(id: 1), .memo(id: 1, "a"), .select(id: 1), .cancelOrder(id: 1)]
        + [.checkout, .stamp, .checkout])
    #expect(
      store.mismatches.map(\.description) == [
        "orders (\(stage)): after action 4 .cancelOrder(id: 1), at selectedID: legacy nothing, value 1"
      ])
    #expect(try store.currentState().orders.placed.map(\.id) == [2, 3, 4])
    // A later difference is found again.
    store.reduce([ShopAction.select(id: 2), .cancelOrder(id: 1)])
    #expect(store.mismatches.map(\.actionNumber) == [4, 9])
  }
}
