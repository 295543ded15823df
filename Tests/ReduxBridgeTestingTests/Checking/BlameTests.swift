import ReduxBridge
import ReferenceRedux
import StoreContract
import Testing
import ValueRedux
@testable import BridgeTestApps
@testable import ReduxBridgeTesting

/// A finding names the code that is to blame, in each tool.
@Suite struct BlameTests {
  /// Writes to the badge, which the badge's slice owns and the logins do not declare.
  private static let marking: ReduceBlock<KeyringState, KeyringAction> = { state, action in
    if action == .setDark(true) { state.launches = 9 }
  }

  private static let actions: [KeyringAction] = [
    .add(1), .add(2), .setDark(false), .launch, .setDark(true), .launch,
  ]

  // MARK: One judge

  /// V15: the badge reads the logins, whose last block writes to the badge.
  @Test func eachSourceBlamesTheBlockThatWritesToAnotherSlice() throws {
    let logins = Keyring.logins(legacy: Self.marking)
    let badge = Keyring.badge(reading: logins)
    let migration = Keyring.check([.slice(logins), .slice(badge)])
    let text = "badge (shadow) [foreignWrite by logins.1]: after action"
    let write = "logins: block logins.1 writes to badge, at launches, after setDark"

    let store = MigrationStore(
      state: KeyringState(), entries: [.slice(logins), .slice(badge)],
      parity: ParityOptions(footprintInterval: 0))
    try store.setStage(.shadow, of: badge)
    store.reduce(Self.actions)
    #expect(store.mismatches.map(\.subject) == [.foreignWrite])

    for check in [migration, migration.judging(badge)] {
      #expect(
        try check.findings(after: Self.actions).map(\.description) == [
          "\(text) 5 .setDark(true), at shown: legacy 9, value 2", write,
        ])
      let seed = SeededGenerator("eachSourceBlames").seed
      for source in [
        .random(seed: seed) { Self.actions.randomElement(using: &$0)! },
        .random(seed: seed, of: Self.actions), .everyState(of: Self.actions, depth: 3),
      ] as [ActionSource<KeyringAction>] {
        let report = try check.run(source)
        #expect(report.findings.first?.block == "logins.1")
        let shortest = report.counterexample?.finding.description
        #expect(shortest?.hasPrefix("\(text) 1 .setDark(true), at shown") == true, "\(report)")
      }
    }
  }
}

// MARK: Counterexamples

extension BlameTests {
  /// V15: the store compares one action in two, and so does not see the write before the wrong number.
  @Test func aCounterexampleKeepsTheKindOfTheMismatchInTheStore() throws {
    let logins = Keyring.logins(legacy: Self.marking)
    let badge = Keyring.badge(reading: logins) {
      $0.shown = $1.logins.count == 2 ? 0 : $1.logins.count
    }
    let store = MigrationStore(
      state: KeyringState(), entries: [.slice(logins), .slice(badge)],
      parity: ParityOptions(sampling: .oneIn(2), tracedActions: 8))
    try store.setStage(.shadow, of: badge)
    store.reduce([KeyringAction.add(1), .add(2), .setDark(true), .launch])
    let check = Keyring.check([.slice(logins), .slice(badge)])
    let found = try store.trace(of: badge).flatMap { try check.run(.trace($0)).counterexample }
    #expect(found?.finding.subject == .state)
    #expect(found?.actions == [.add(1), .add(2), .launch])
  }

  /// V13.
  @Test func aProjectedPropertyThatIsNotEncodedIsNamedAndNoReaderIsBlamed() throws {
    struct Value: Equatable, Sendable { var cache: Int }
    let cache = StateSlice<Halves.Whole, Halves.Act, [Value]>(
      "cache",
      projection: Projection(read: { [Value(cache: $0.cache)] }) { $0.cache = $1[0].cache },
      legacy: [{ if $1 == .left { $0.cache += 1 } }], reducer: Reducer { _, _ in })
    let shown = Halves.Slice(
      "shown", reading: cache, projection: Projection(\.loose),
      legacy: [{ if $1 == .both { $0.loose = $0.cache } }], reducer: ReadingReducer { _, _, _ in })
    let entries: [MigrationEntry<Halves.Whole, Halves.Act>] = [
      .slice(cache), .slice(shown), .slice(Halves.right()),
    ]
    let actions: [Halves.Act] = [.right, .left, .both, .right, .left, .left, .both]
    let check = ParityCheck(
      entries, replacing: cache.legacy + shown.legacy + Halves.right().legacy
    ) { Halves.Whole() }
    let report = try check.run(.list(actions))
    let lost =
      "cache: a copy of the state loses Whole.cache, which the projection reads, at cache: no "
      + "later action was judged"
    let found = report.findings.filter { $0.subject == .notCopied }.map(\.description)
    #expect(found == ["\(lost), after left"])
    #expect(
      report.ledger.slices.mapValues(\.footprint.count) == ["cache": 1, "shown": 1, "right": 1])
    let filled = ParityCheck(entries) {
      let state = Halves.Whole()
      state.cache = 1
      return state
    }
    #expect(try filled.findings(after: actions).contains { $0.description == lost })

    let judged = cache.allowing("", because: "the reducer does nothing")
    let store = MigrationStore(
      state: Halves.Whole(), entries: [.slice(judged)] + entries.dropFirst(),
      parity: ParityOptions(footprintInterval: 1))
    for name in ["cache", "right"] { try store.setStage(.shadow, ofSliceNamed: name) }
    store.reduce([Halves.Act.left, .right, .right])
    let others = store.mismatches.map { "\($0.slice) \($0.subject) \($0.path)" }
    // Before actions 2 and 3, the cache is filled.
    #expect(others == ["cache projection 0.cache", "cache projection 0.cache"])
  }
}
