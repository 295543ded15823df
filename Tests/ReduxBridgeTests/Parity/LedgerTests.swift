import Foundation
import ReduxBridge
import ReduxBridgeTesting
import ReferenceRedux
import Testing
import ValueRedux
@testable import BridgeTestApps

@Suite struct LedgerTests {
  /// The article has the whole text of what a first week of shadowing may leave behind, with what was proved
  /// and what was not.
  @Test func theArticleOnReadingALedgerShowsThisOneAsItsFileKeepsIt() throws {
    var parts = ShopParts()
    parts.settings.reduce("rename") { $0.name += "!" }
    parts.settings.block("join") { $0.settings.changes = 0 }
    let slice = parts.slices.settings
      .allowing("changes", on: "join", as: .legacyIsWrong, because: "forgets to count")
      .allowing("tags.*.readAt", as: .noise, because: "reads the clock")
      .gate(Gate(compared: 1_000))
    let store = try MigrationStore(
      ShopState(), slice, at: .shadow,
      parity: ParityOptions(
        expectedActionTypes: ["settings": ["setRate", "rename", "join", "setCurrency"]]),
      after: [.setRate(2), .join(true), .rename("x"), .setRate(3)])
    try store.setStage(.lead, of: slice, overridingGateBecause: "the release is today")
    let saved = try JSONEncoder().encode(store.ledger)
    let ledger = try JSONDecoder().decode(ParityLedger.self, from: saved)
    #expect(ledger == store.ledger)
    let article = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Sources/ReduxBridge/ReduxBridge.docc/ReadingALedger.md")
    let text = try String(contentsOf: article, encoding: .utf8)
    #expect(text.contains("```\n\(ledger)\n```"))
  }
}

@Suite struct RuleTests {
  @Test func aRuleDoesNotReachFurtherThanItSays() throws {
    var forgetful = ShopParts()
    forgetful.settings.block("join") { $0.settings.changes = 0 }
    for (rule, count) in [
      (.init("changes", as: .notComparable, because: "counted apart"), 0),
      (.init("*", as: .notComparable, because: "anything"), 0),
      (.init("", as: .noise, because: "the whole"), 0),
      (.init("change", as: .noise, because: "a prefix of the name"), 1),
      (.init("changes.0", as: .noise, because: "below"), 1),
      (.init("changes", on: "rename", as: .noise, because: "another action"), 1),
    ] as [(DifferenceRule, Int)] {
      let slice = forgetful.slices.settings.allowing(rule)
      let check = ParityCheck([.slice(slice)]) { ShopState() }
      #expect(try check.differences(after: [.join(true)]).count == count, "\(rule)")
    }
    // Nor does a rule for a field excuse a write beside the slice.
    let slice = Halves.left([Halves.moveLeft, { state, _ in state.loose += 1 }])
      .allowing("loose", as: .noise, because: "a field of the value")
    let store = try MigrationStore(Halves.Whole(), slice, at: .shadow, after: [.left])
    #expect(store.mismatches.map(\.path) == ["loose"])
  }

  /// The mismatches of a check of the orders with a rule.
  private func differences(
    _ rule: DifferenceRule, _ parts: ShopParts = ShopParts(), after actions: [ShopAction]
  ) throws -> [Mismatch] {
    let slices = parts.slices
    return try ParityCheck([
      .slice(slices.settings), .slice(slices.cart), .slice(slices.orders.allowing(rule)),
    ]) { .sample() }.differences(after: actions)
  }

  @Test func aFlagThatStillStandsCannotBeComparedAndSaysSo() throws {
    let check = ShopParts().check
    let (card, bank) = (ShopAction.fail("card"), ShopAction.fail("bank"))
    #expect(
      try check.differences(after: [card, card]).map(\.description) == [
        "orders (shadow) [notComparable]: after action 2 .fail(\"card\"), "
          + "at signals.failure: legacy still set, value \"card\""
      ])
    #expect(try check.differences(after: [card, .dismiss, card]) == [])
    #expect(try check.differences(after: [card, bank]) == [])
    let rule = DifferenceRule(
      "signals.failure", on: "fail", as: .notComparable, because: "a second failure shows nothing")
    #expect(try differences(rule, after: [card, card]) == [])
  }

  /// A missing signal, a wrong one, and one that one side alone repeats.
  @Test(arguments: [
    (nil, [ShopAction.fail("card")], 1), ("bank", [.fail("card")], 1),
    ("card", [.fail("card"), .fail("card"), .fail("bank")], 3),
  ])
  func aRuleForWhatCannotBeComparedExcusesNoSignal(
    _ failure: String?, _ actions: [ShopAction], _ number: Int
  ) throws {
    var parts = ShopParts()
    parts.orders.reduce = { value, _, _, number in
      value.failure = failure.map { Signal($0, at: number) }
    }
    let rule = DifferenceRule(
      "signals.failure", as: .notComparable, because: "the flag is not cleared")
    let found = try differences(rule, parts, after: actions)
    #expect(found.map { "\($0.actionNumber) \($0.subject)" } == ["\(number) signal"])
  }
}
