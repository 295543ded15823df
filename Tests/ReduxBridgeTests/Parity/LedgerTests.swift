import Foundation
import ReduxBridge
import ReduxBridgeTesting
import ReferenceRedux
import Testing
@testable import BridgeTestApps

@Suite struct LedgerTests {
  /// What a first week of shadowing may leave behind.
  private func ledger() async throws -> ParityLedger {
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
        expectedActionTypes: ["desk": ["add", "rename", "setManual", "close", "widen"]]))
    for action in [.add(id: 1), .setManual(true), .rename(id: 1, to: "x"), .add(id: 2)]
      as [DeskAction]
    {
      store.dispatch(action)
    }
    store.flush()
    try store.setStage(.lead, of: DeskParts().slice, overridingGateBecause: "the release is today")
    return store.ledger
  }

  /// The article has the whole text, with what was proved and what was not.
  @Test func theArticleOnReadingALedgerShowsThisOne() async throws {
    let article = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Sources/ReduxBridge/ReduxBridge.docc/ReadingALedger.md")
    let text = try String(contentsOf: article, encoding: .utf8)
    #expect(text.contains("```\n\(try await ledger())\n```"))
  }

  @Test func anEmptyLedgerSaysThatItProvesNothing() {
    #expect(ParityLedger().description == "Nothing was compared.")
  }

  @Test func aLedgerSurvivesItsFile() async throws {
    let ledger = try await ledger()
    let data = try JSONEncoder().encode(ledger)
    #expect(try JSONDecoder().decode(ParityLedger.self, from: data) == ledger)
  }
}

@Suite struct RuleTests {
  private var forgetful: DeskParts {
    var parts = DeskParts()
    parts.blocking("setManual") { $0.theme.changes = 0 }
    return parts
  }

  @Test func aRuleDoesNotReachFurtherThanItSays() throws {
    func mismatches(_ rule: DifferenceRule) throws -> Int {
      try ParityCheck(forgetful.slice.allowing(rule)) { DeskState() }
        .run([.setManual(true)]).mismatches.count
    }
    #expect(try mismatches(.notComparable(at: "changes", because: "counted apart")) == 0)
    #expect(try mismatches(.notComparable(at: "*", because: "anything")) == 0)
    #expect(try mismatches(.noise(at: "", because: "the whole")) == 0)
    #expect(try mismatches(.noise(at: "change", because: "a prefix of the name")) == 1)
    #expect(try mismatches(.noise(at: "changes.0", because: "below")) == 1)
    #expect(try mismatches(.noise(at: "changes", on: "save", because: "another action")) == 1)
  }

  @Test func aFlagThatStillStandsCannotBeComparedAndSaysSo() throws {
    let check = DeskParts().check
    let mismatch = try #require(try check.firstMismatch(after: [.save, .save]))
    #expect(mismatch.subject == .notComparable)
    #expect(mismatch.verdict == .notComparable)
    #expect(mismatch.path == "signals.alert")
    #expect(mismatch.legacy == "still set")
    #expect(mismatch.value == ".saved")
    #expect(try check.firstMismatch(after: [.save, .dismiss, .save]) == nil)
    #expect(try check.firstMismatch(after: [.save, .fail]) == nil)

    let knowing = DeskParts().slice.allowing(
      .notComparable(at: "signals.alert", on: "save", because: "a second save shows nothing"))
    #expect(
      try ParityCheck(knowing) { DeskState() }.run([.save, .save]).mismatches == [])
    let counts = try check.run([.save, .save, .dismiss]).ledger.total(ofSliceNamed: "desk")
    #expect((counts.mismatched, counts.exercise.notComparable) == (0, 1))
  }
}
