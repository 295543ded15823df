import ReduxBridge
import ReduxBridgeTesting
import Testing
@testable import BridgeTestApps

@Suite struct RuleTests {
  private var forgetful: DeskParts {
    var parts = DeskParts()
    parts.blocking("setManual") { $0.theme.changes = 0 }
    return parts
  }

  @Test func aRuleExcusesWhatItNames() throws {
    let check = ParityCheck(
      forgetful.slice.allowing(
        .legacyIsWrong(at: "changes", on: "setManual", because: "the old block forgot to count"))
    ) { DeskState() }
    let report = try check.run([.setManual(true), .save])
    #expect(report.failures == [])
    #expect(report.ledger.total(of: DeskParts().slice).excused == 1)
    #expect(report.ledger.total(of: DeskParts().slice).matched == 1)
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
  }
}
