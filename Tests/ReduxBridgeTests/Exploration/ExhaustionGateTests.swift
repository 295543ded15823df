import Foundation
import ReduxBridge
import ReferenceRedux
import Testing
import ValueRedux

@Suite struct ExhaustionGateTests {
  private let actions = LampAction.allCases
  private let gate = Gate(
    compared: 0, everyActionType: false, exhausted: .init(LampAction.allCases, depth: 4))

  private func unmet(_ ledger: ParityLedger) -> [String] {
    LampParts().slice.gate(gate).unmetDemands(in: ledger)
  }

  @Test func aSearchOfEnoughDepthMeetsTheDemand() throws {
    let check = LampParts().check
    for depth in [4, 5, 9] {
      let ledger = try check.exhaust(actions, depth: depth).ledger
      let stored = try JSONDecoder().decode(
        ParityLedger.self, from: JSONEncoder().encode(ledger))
      #expect(stored == ledger)
      #expect(unmet(stored) == [])
    }
    let short = try check.exhaust(actions, depth: 3).ledger
    #expect(unmet(short) == ["exhausted to depth 3 of 4"])
  }

  @Test func aLedgerShowsWhatWasVisited() throws {
    let text = try LampParts().check.exhaust(actions, depth: 9).ledger.description
    #expect(
      text.hasSuffix(
        "Exhausted:\n  lamp: 4 actions, depth 7: 9 states, 36 transitions, all that is reachable"))
  }

  @Test func evidenceIsMissingOrStaleOrAFailure() throws {
    let check = LampParts().check
    var ledger = ParityLedger()
    ledger.merge(try check.run(actions).ledger)
    #expect(unmet(ledger) == ["never exhausted, depth 4 demanded"])
    ledger.merge(try check.exhaust(actions.dropLast(), depth: 9).ledger)
    #expect(unmet(ledger) == ["exhausted with other actions than these, which is stale"])
    ledger.merge(try check.exhaust(actions, depth: 2).ledger)
    #expect(unmet(ledger) == ["exhausted to depth 2 of 4"])
    ledger.merge(try check.exhaust(actions, depth: 9).ledger)
    #expect(unmet(ledger) == [])
  }

  private static let broken: LampParts = {
    var parts = LampParts()
    parts.alsoChange = { value, action in if value.isLocked, action == .lock { value.level = 9 } }
    return parts
  }()

  private func merged(_ ledgers: [ParityLedger]) -> ParityLedger {
    var all = ParityLedger()
    for ledger in ledgers { all.merge(ledger) }
    return all
  }

  private func expect(_ start: String?, of ledgers: [ParityLedger]) throws {
    for order in [ledgers, ledgers.reversed(), Array(ledgers.dropFirst() + ledgers.prefix(1))] {
      // Evidence is merged with itself when a file is read twice.
      let unmet = unmet(merged(order + order))
      #expect(unmet.count == (start == nil ? 0 : 1), "\(unmet)")
      if let start { #expect(unmet.first?.hasPrefix(start) == true, "\(unmet)") }
    }
  }

  /// The digest is that of the actions: evidence of the code before a change has the same one.
  @Test func theLatestSearchCounts() throws {
    let failure = "exhausted: lamp (shadow): after action 4"
    let first = try LampParts().check.exhaust(actions, depth: 9).ledger
    let broken = try Self.broken.check.exhaust(actions, depth: 9).ledger
    try expect(nil, of: [first])
    try expect(failure, of: [first, broken])
    #expect(!merged([first, broken]).description.contains("all that is reachable"))
    // A later search that does not come as far says nothing about the difference.
    let short = try LampParts().check.exhaust(actions, depth: 3).ledger
    try expect(failure, of: [first, broken, short])
    let mended = try LampParts().check.exhaust(actions, depth: 4).ledger
    try expect(nil, of: [first, broken, short, mended])
    #expect(!merged([first, broken, mended]).description.contains("after action 4"))
    let again = try Self.broken.check.exhaust(actions, depth: 9).ledger
    try expect(failure, of: [first, broken, short, mended, again])
  }

  /// What was found before the last failure was mended does not count any more.
  @Test func aSearchBeforeAFailureProvesNothing() throws {
    let first = try LampParts().check.exhaust(actions, depth: 9).ledger
    var parts = LampParts()
    parts.alsoChange = { value, action in value.isLocked = action == .toggle }
    let broken = try parts.check.exhaust(actions, depth: 9).ledger
    let mended = try LampParts().check.exhaust(actions, depth: 1).ledger
    try expect("exhausted: ", of: [first, broken])
    try expect("exhausted to depth 1 of 4", of: [first, broken, mended])
  }

  /// A search of the whole store may find what that of a slice does not.
  @Test func aSearchOfOtherSlicesRefutesNothing() throws {
    let other = StateSlice<Lamp, LampAction, Int>(
      "other", projection: Projection(\.actions), legacy: [], reducer: Reducer { _, _ in })
    let both = try MigrationCheck(
      [.slice(Self.broken.slice), .slice(other)], ignoring: ["Lamp.warmth"]
    ) { Lamp() }
    .exhaust(actions, depth: 9).ledger
    let alone = try LampParts().check.exhaust(actions, depth: 9).ledger
    try expect("exhausted: lamp (shadow): after action 4", of: [both, alone])
  }

  @Test func evidenceOfEarlierReleasesIsRead() throws {
    let ledger = try LampParts().check.exhaust(actions, depth: 9).ledger
    var text = try String(decoding: JSONEncoder().encode(ledger), as: UTF8.self)
    text.replace(/"ended":[0-9.]+,?/, with: "")
    text.replace(/"slices":\["lamp"\],?/, with: "")
    text.replace(",}", with: "}")
    let stored = try JSONDecoder().decode(ParityLedger.self, from: Data(text.utf8))
    #expect(stored != ledger)
    try expect(nil, of: [stored])
  }
}
