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
    var parts = DeskParts()
    parts.reducing("rename") { if !$0.notes.isEmpty { $0.notes[0].title += "!" } }
    parts.blocking("setManual") { $0.theme.changes = 0 }
    let slice = parts.slice
      .allowing(
        .legacyIsWrong(at: "changes", on: "setManual", because: "forgets to count"),
        .noise(at: "notes.*.openedAt", because: "reads the clock")
      )
      .gate(Gate(compared: 1_000))
    let store = try DeskStore(
      DeskState(), slice, at: .shadow,
      parity: ParityOptions(
        expectedActionTypes: ["desk": ["add", "rename", "setManual", "close", "widen"]]),
      after: [.add(id: 1), .setManual(true), .rename(id: 1, to: "x"), .add(id: 2)])
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
    var forgetful = DeskParts()
    forgetful.blocking("setManual") { $0.theme.changes = 0 }
    for (rule, count) in [
      (.notComparable(at: "changes", because: "counted apart"), 0),
      (.notComparable(at: "*", because: "anything"), 0),
      (.noise(at: "", because: "the whole"), 0),
      (.noise(at: "change", because: "a prefix of the name"), 1),
      (.noise(at: "changes.0", because: "below"), 1),
      (.noise(at: "changes", on: "save", because: "another action"), 1),
    ] as [(DifferenceRule, Int)] {
      let check = ParityCheck([.slice(forgetful.slice.allowing(rule))]) { DeskState() }
      #expect(try check.differences(after: [.setManual(true)]).count == count, "\(rule)")
    }
    // Nor does a rule for a field excuse a write beside the slice.
    let slice = Halves.left([Halves.moveLeft, { state, _ in state.loose += 1 }])
      .allowing(.noise(at: "loose", because: "a field of the value"))
    let store = try MigrationStore(Halves.Whole(), slice, at: .shadow, after: [.left])
    #expect(store.mismatches.map(\.path) == ["loose"])
  }

  @Test func aFlagThatStillStandsCannotBeComparedAndSaysSo() throws {
    let check = DeskParts().check
    let mismatch = try #require(try check.differences(after: [.save, .save]).first)
    #expect(
      mismatch.description == "desk (shadow) [notComparable]: after action 2 .save, "
        + "at signals.alert: legacy still set, value .saved")
    #expect(try check.differences(after: [.save, .dismiss, .save]) == [])
    #expect(try check.differences(after: [.save, .fail]) == [])

    let knowing = DeskParts().slice.allowing(
      .notComparable(at: "signals.alert", on: "save", because: "a second save shows nothing"))
    #expect(
      try ParityCheck([.slice(knowing)]) { DeskState() }.differences(after: [.save, .save]) == [])
    let slice = DeskParts().slice.gate(Gate(compared: 3, changed: 0))
    let ledger = try check.run(.list([.save, .save, .dismiss])).ledger
    let counts = ledger.total(of: slice)
    #expect((counts.mismatched, counts.exercise.notComparable) == (0, 1))
    #expect(slice.unmetDemands(in: ledger) == [])
  }

  /// A missing signal, a wrong one, and one that one side alone repeats.
  @Test(arguments: [
    (nil, [DeskAction.save], 1), (DeskAlert.failed, [.save], 1),
    (.saved, [.save, .save, .fail], 3),
  ])
  func aRuleForWhatCannotBeComparedExcusesNoSignal(
    _ alert: DeskAlert?, _ actions: [DeskAction], _ number: Int
  ) throws {
    var parts = DeskParts()
    parts.reduce = { value, _, number in value.alert = alert.map { Signal($0, at: number) } }
    let slice = parts.slice.allowing(
      .notComparable(at: "signals.alert", because: "the flag is not cleared"))
    let found = try ParityCheck([.slice(slice)]) { DeskState() }.differences(after: actions)
    #expect(found.map { "\($0.actionNumber) \($0.subject)" } == ["\(number) signal"])
  }
}
