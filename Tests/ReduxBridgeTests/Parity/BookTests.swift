import ReferenceRedux
import StoreContract
import Testing
import ValueRedux
@testable import BridgeTestApps
@testable import ReduxBridge

/// The counts, mismatches and reports of comparisons.
@Suite struct BookTests {
  private struct Pair: Equatable, Codable, Sendable {
    var one = 0
    var two = 0
  }

  private final class Pairs: Codable {
    var value = Pair()
  }

  /// The new side adds to both numbers, the old side to none.
  private func store(
    _ rules: DifferenceRule..., parity: ParityOptions<String> = ParityOptions()
  ) throws -> MigrationStore<Pairs, String> {
    var slice = StateSlice<Pairs, String, Pair>(
      "pair", projection: Projection(\.value), legacy: [],
      reducer: Reducer { pair, _ in pair = Pair(one: 1, two: 1) })
    for rule in rules { slice = slice.allowing(rule) }
    return try MigrationStore(Pairs(), slice, at: .shadow, parity: parity)
  }

  @Test func anAppNamesItsActionsAndKeepsAsManyMismatchesAsItWants() throws {
    #expect(ParityOptions<String>(version: "2").origins == [.init(version: "2", source: nil)])
    let usual = ParityOptions<String>()
    #expect((usual.footprintInterval, usual.keptMismatches, usual.tracedActions) == (1_000, 100, 0))
    let store = try store(parity: ParityOptions(actionType: { "type \($0)" }, keptMismatches: 2))
    store.reduce(["a", "b", "a"])
    #expect(
      store.mismatches.map { "\($0.actionNumber) \($0.actionType)" } == ["1 type a", "2 type b"])
    #expect(store.ledger["pair"].total.mismatched == 3)
    #expect(store.ledger.entries["pair"]?.mapValues(\.mismatched) == ["type a": 2, "type b": 1])
  }

  /// Names with something of the payload fill neither a ledger nor one that is merged of several.
  @Test func namesOfActionsBeyondTheLimitShareARow() throws {
    let (declared, ruled) = ("declared", "ruled")
    func ledger(_ names: Range<Int>, _ sampling: ParityOptions<String>.Sampling) throws
      -> ParityLedger
    {
      let store = try store(
        .init("*", on: ruled, as: .noise, because: "a test"),
        parity: ParityOptions(
          sampling: sampling, actionType: { $0 }, expectedActionTypes: ["pair": [declared]]))
      store.reduce(names.map { "\($0)" } + [declared, ruled])
      return store.ledger
    }
    var whole = ParityLedger()
    for (first, sampling) in [(0, .everyAction), (2_000, .oneIn(2))]
      as [(Int, ParityOptions<String>.Sampling)]
    {
      let part = try ledger(first..<first + 1_100, sampling)
      let entries = try #require(part.entries["pair"])
      #expect(entries.count == 1_001)
      #expect(entries["(other types)"].map { $0.compared + $0.skipped } == 102)
      #expect((entries[declared]?.mismatched, entries[ruled]?.excused) == (1, 1))
      #expect(part.description.contains("pair: more than 1000 types of actions"))
      whole.merge(part)
      let counts = Dictionary(uniqueKeysWithValues: entries.keys.map { ($0, 1) })
      var other = ParityLedger.Delivery(side: .value)
      (other.received, other.missed, other.repeated) = (counts, counts, counts)
      whole["pair"].deliveries["screen", default: .init(side: .value)].merge(other)
    }
    #expect(whole.entries["pair"]?.count == 1_000)
    let total = whole["pair"].total
    #expect(total.compared + total.skipped == 2_204)
    let delivery = try #require(whole["pair"].deliveries["screen"])
    for counts in [\.received, \.missed, \.repeated]
      as [KeyPath<ParityLedger.Delivery, [String: Int]>]
    {
      #expect(delivery[keyPath: counts].count == 1_000)
      #expect(delivery[keyPath: counts].values.reduce(0, +) == 2_002)
    }
    #expect(try !ledger(0..<998, .everyAction).description.contains("more than"))
  }

  @Test func aRuleCountsEveryDifferenceThatItExplains() throws {
    let rule = DifferenceRule("*", as: .noise, because: "a test")
    let store = try store(rule)
    store.reduce(repeatElement("a", count: 2))
    #expect(store.ledger["pair"].rules?.map(\.uses) == [4])
    #expect(store.ledger["pair"].total.excused == 2)
  }

  @Test func mismatchesAreSimilarInEveryRespect() {
    func mismatch(_ slice: String, _ subject: Mismatch.Subject, _ type: String, _ path: String)
      -> Mismatch
    {
      Mismatch(subject, in: slice, at: path, after: type)
    }
    let one = mismatch("a", .state, "add", "items.1.title")
    for (other, isSimilar) in [
      (mismatch("a", .state, "add", "items.2.title"), true),
      (mismatch("b", .state, "add", "items.1.title"), false),
      (mismatch("a", .effect, "add", "items.1.title"), false),
      (mismatch("a", .state, "log", "items.1.title"), false),
      (mismatch("a", .state, "add", "items.1.id"), false),
    ] {
      #expect(one.isSimilar(to: other) == isSimilar)
    }
  }

  @Test func aMismatchSaysItsVerdictUnlessItIsTheUsualOne() {
    let place = ComparedAction(slice: "a", stage: .lead, index: 3, type: "add", action: 4)
    let texts = [
      (.state, false), (.state, true), (.effect, false), (.notComparable, true),
    ].map { (subject: Mismatch.Subject, isNoisy) in
      let difference = FoundDifference(subject, at: "x", legacy: "1", value: "2")
      return Mismatch(difference, of: 2, isNoisy: isNoisy, after: place, Redactor()).description
    }
    let rest = ": after action 3 4, at x: legacy 1, value 2 (and 1 more)"
    #expect(
      texts == ["", " [noise]", " [effect]", " [notComparable]"].map { "a (lead)\($0)\(rest)" })
  }

  @Test func anExerciseIsEmptyWithoutAChangeAnEffectAndASignal() {
    let exercises = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)].map {
      ParityLedger.Exercise(changed: $0, effects: $1, signals: $2)
    }
    #expect(exercises.map(\.isEmpty) == [true, false, false, false])
  }

  /// The ledger of so many equal runs.
  private func ledger(of runs: Int = 1) -> ParityLedger {
    var ledger = ParityLedger()
    for (slice, type, counts) in [
      ("b", "add", [3, 1, 1, 1, 0]), ("b", "log", [1, 1, 0, 0, 0]), ("a", "log", [2, 2, 0, 0, 4]),
      ("a", "add", [1, 1, 0, 0, 0]), ("a", "dismiss", [0, 0, 0, 0, 5]),
    ] {
      var entry = ParityLedger.Entry()
      (entry.compared, entry.matched) = (runs * counts[0], runs * counts[1])
      (entry.excused, entry.mismatched) = (runs * counts[2], runs * counts[3])
      entry.skipped = runs * counts[4]
      if counts[0] > 0 {
        (entry.firstIndex, entry.lastIndex) = (counts[0], 9)
        entry.exercise = .init(
          changed: type == "add" ? runs : 0, effects: 2 * runs, signals: 3 * runs,
          atLead: 4 * runs, notComparable: slice == "b" ? runs : 0)
      }
      ledger[slice].entries[type] = entry
    }
    ledger["a"].expectedActionTypes = ["dismiss", "log", "save"]
    ledger.origins = [.init(version: "2", source: "CI")]
    var screen = ParityLedger.Delivery(side: .value)
    (screen.received, screen.missed) = (["add": 2 * runs], ["log": runs])
    screen.repeated = ["add": runs]
    ledger["a"].deliveries = ["screen": screen, "badge": .init(side: .legacy)]
    ledger["a"].footprint = .init(2 * runs, findings: ["a writes to b"])
    ledger["b"].laws = .init(3 * runs, findings: ["x is lost"])
    ledger["b"].addUses(
      runs, of: .init("x", on: "add", of: .window, as: .noise, because: "a clock"))
    ledger["b"].addUses(0, of: .init("y", as: .noise, because: "a date"))
    for _ in 1...runs {
      ledger.overrides += [
        .init(slice: "a", stage: .lead, reason: "", unmet: []),
        .init(slice: "b", stage: .migrated, reason: "a trial", unmet: ["one", "two"]),
      ]
    }
    return ledger
  }

  @Test func allThatALedgerHoldsIsInItsText() {
    #expect(
      ledger().description == """
        slice  action   compared  changed  matched  excused  mismatched  skipped  first  last
        a      add             1        1        1        0           0        0      1     9
        a      dismiss         0        0        0        0           0        5      -     -
        a      log             2        0        2        0           0        4      2     9
        a      (all)           3        1        3        0           0        9      1     9
        b      add             3        1        1        1           1        0      3     9
        b      log             1        0        1        0           0        0      1     9
        b      (all)           4        1        2        1           1        0      1     9

        Not proved:
          a: never compared: dismiss, save
          a: screen was not notified of 1 log
          a: screen was notified again of 1 add
          a: footprint: a writes to b
          b: 1 of 4 comparisons showed an unexplained difference
          b: 2 actions could not be compared
          b: law: x is lost
          b: rule that never applied: noise at y: a date
          a: promoted to lead without a gate and a comparison
          b: promoted to migrated past its gate: a trial
            (unmet: one; two)
        Nothing changed:
          a: by log
          b: by log
        Excused:
          b: 1 time: noise at x [window] after add: a clock
        Footprints:
          a: checked after 2 actions, 1 difference found
        Listeners:
          a: badge (legacy side) was notified of no change
          a: screen (value side) was notified of 2 add
        """)
  }

  @Test func aLedgerOfOnePartOrNoneHasNoEmptyLine() {
    #expect(ParityLedger().description == "Nothing was compared.")
    var ledger = ParityLedger()
    ledger["a"].entries = ["add": ParityLedger.Entry()]
    #expect(ledger.description.split(separator: "\n", omittingEmptySubsequences: false).count == 2)
    ledger["a"].entries["add"]?.compared = 1
    ledger["a"].entries["add"]?.mismatched = 1
    #expect(
      ledger.description.hasSuffix(
        """
        Not proved:
          a: 1 of 1 comparison showed an unexplained difference
          a: no compared action changed it
        """))
    var checked = ParityLedger()
    checked["a"].footprint = .init(1)
    #expect(
      checked.description
        == "Nothing was compared.\n\nFootprints:\n  a: checked after 1 action, nothing found")
  }

  @Test func ofEvidenceTheCountsAloneAreTaken() {
    let ledger = ledger()
    let evidence = Evidence([ledger], version: "2", for: ledger.slices)
    #expect(evidence.refusals == [])
    var counts = ledger
    counts["a"].expectedActionTypes = []
    #expect(evidence.ledger.slices == counts.slices && evidence.ledger.overrides.isEmpty)
    let part = Evidence([ledger], version: "2", for: ["a": .init()])
    #expect(part.ledger.slices.sortedKeys == ["a"])
  }

  @Test func mergedLedgersAddUpInEveryPart() {
    var sum = ParityLedger()
    for _ in 1...2 { sum.merge(ledger()) }
    #expect(sum == ledger(of: 2))

    // A slice that was never compared is known all the same.
    var idle = ParityLedger()
    idle.merge(ShopStore(state: ShopState(), entries: ShopParts().entries).ledger)
    #expect(
      Gate(compared: 1).unmetDemands(ofSliceNamed: "cart", in: idle) == ["0 of 1 action compared"])
    #expect(
      Gate(
        compared: 0, changed: 0, mismatches: nil, everyActionType: false, everyRuleUsed: false)
        == .open)
  }

  @MainActor
  @Test func wrongDeliveriesAreCounted() async throws {
    let slice = Shop.slices.settings.allowing("listeners.badge", because: "a timer")
    let reports = LegacyRecorder<String>()
    let store = ShopStore(
      state: ShopState(), entries: [.slice(slice)],
      parity: ParityOptions(onMismatch: { reports.record($0.description) }))
    // As a recorder of sessions does.
    let recorded = LegacyRecorder<String>()
    let end = store.migration.recorder.observers.add { recorded.record($0.description) }
    // The name of a listener is one component of the path.
    let probes = ["badge", "screen", "badge.count"].map {
      store.addListener($0, on: .legacy, of: slice, selecting: \.self)
    }
    try store.setStage(.shadow, of: slice)
    store.dispatch(.join(true))
    await store.settle()
    end()
    #expect(recorded.values == reports.values)
    #expect(store.ledger["settings"].wrongDeliveries == 2)
    #expect(
      reports.values
        == ["screen", #"badge\.count"#].map {
          "settings (shadow) [delivery]: after action 1 .join(true), at listeners.\($0): "
            + "legacy not notified, value changed"
        })
    #expect(
      store.ledger["settings"].deliveries.mapValues(\.missed) == [
        "screen": ["join": 1], "badge.count": ["join": 1],
      ])
    #expect(store.ledger["settings"].rules?.map(\.uses) == [1])
    withExtendedLifetime(probes) {}
  }
}
