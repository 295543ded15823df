import Foundation
import ReduxBridge
import Testing

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

    var parts = LampParts()
    parts.alsoChange = { value, _ in if value.isLocked { value.level = 9 } }
    ledger.merge(try parts.check.exhaust(actions, depth: 9).ledger)
    ledger.merge(try check.exhaust(actions, depth: 9).ledger)
    #expect(unmet(ledger).count == 1)
    #expect(unmet(ledger).first?.hasPrefix("exhausted: lamp (shadow): after action 4") == true)
  }
}
