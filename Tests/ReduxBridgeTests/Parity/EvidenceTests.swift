import ReduxBridge
import ReduxBridgeTesting
import ReferenceRedux
import Testing
import ValueRedux
@testable import BridgeTestApps

/// Evidence: no cap makes up for comparisons that did not happen.
@Suite struct EvidenceTests {
  final class Rates: Codable {
    var value = RatesValue()
  }

  struct RatesValue: Equatable, Codable, Sendable {
    var rates: [String: Int] = [:]
    var total = 0
  }

  /// Adds what an action says to the old side, and what `reduce` says to the new one.
  private func slice<Action: Sendable>(
    _ rules: [DifferenceRule] = [], action: Action.Type = Action.self,
    reduce: @escaping @Sendable (inout RatesValue, Action) -> Void = { _, _ in }
  ) -> StateSlice<Rates, Action, RatesValue> {
    let slice = StateSlice<Rates, Action, RatesValue>(
      "rates", projection: Projection(\.value), legacy: [], reducer: Reducer(reduce))
    return rules.reduce(slice) { $0.allowing($1) }
  }

  @Test func aRuleHidesNothingAfterManyDifferences() throws {
    let rule = DifferenceRule("rates", as: .noise, because: "fetched by both sides")
    for (rules, further) in [([rule], 0), ([], 1_000)] {
      let slice = slice(rules, action: Int.self) { value, count in
        for index in 0..<count { value.rates["\(index)"] = index }
        value.total = 1
      }
      let report = try ParityCheck([.slice(slice)]) { Rates() }.run(.list([1_000]))
      let mismatch = try #require(report.findings.first)
      #expect(rules.isEmpty || mismatch.path == "total")
      #expect(mismatch.furtherDifferences == further)
      #expect(report.ledger["rates"].rules?.count == rules.count)
    }
  }

  @Test(arguments: [
    ("example.com", #"rates.example\.com"#), ("*", #"rates.\*"#), (#"a\b"#, #"rates.a\\b"#),
    ("", #"rates."""#), ("plain", "rates.plain"), ("7", "rates.7"),
  ])
  func aKeyIsOneComponentOfAPath(_ key: String, _ path: String) throws {
    for (rule, found) in [
      (nil, [path]), (path, []), ("rates.*", []), ("rates.example", [path]), ("rates.*.*", [path]),
    ] as [(String?, [String])] {
      let rules = rule.map { [DifferenceRule($0, as: .noise, because: "a test")] } ?? []
      let slice = slice(rules, action: String.self) { value, key in value.rates[key] = 1 }
      let mismatches = try ParityCheck([.slice(slice)]) { Rates() }.differences(after: [key])
      #expect(mismatches.map(\.path) == found, "\(rule ?? "no rule")")
    }
  }

  @Test func aGateOnALedgerThatDoesNotKnowItsSliceIsClosed() throws {
    let slice = Shop.slices.settings.gate(Gate(compared: 0, mismatches: 0))
    let other = ParityCheck([.slice(self.slice(action: Int.self))]) { Rates() }
    #expect(
      slice.gate.unmetDemands(ofSliceNamed: "settings", in: try other.run(.list([1])).ledger)
        == ["the ledger has no slice named \"settings\"; it has rates"])
    let store = ShopStore(state: ShopState(), entries: [.slice(slice)])
    // The gate is that of the slice in the store.
    #expect(
      store.unmetDemands(of: Shop.slices.settings) == ["no compared action changed the slice"])
  }

  @Test func expectedActionTypesOfAnUnknownSliceAreRefused() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = ShopStore(
        state: ShopState(), entries: [.slice(Shop.slices.settings)],
        parity: ParityOptions(expectedActionTypes: ["setings": ["join"]]))
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("there is no slice named \"setings\"; it has settings."), "\(text)")
  }
}
