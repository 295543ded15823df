import Foundation
import ReduxBridge
import ReferenceRedux
import Testing
import ValueRedux

private final class Desk: Codable {
  var name = "a"
  var size = 0
}

private struct DeskValue: Equatable, Sendable {
  var name = "a"
  var size = 0
}

private enum Act: Equatable, Sendable {
  case rename(String)
  case grow
}

private let block: ReduceBlock<Desk, Act> = { desk, action in
  if action == .grow { desk.size += 1 }
}

private let wrong = Reducer<DeskValue, Act> { desk, action in
  guard action == .grow else { return }
  desk.name += "!"
  desk.size += 2
}

private let projection = Projection<Desk, DeskValue>(
  read: { DeskValue(name: $0.name, size: $0.size) },
  write: {
    $0.name = $1.name
    $0.size = $1.size
  })

private let desk = StateSlice("desk", projection: projection, legacy: [block], reducer: wrong)
  .allowing(.legacyIsWrong(at: "colour", because: "never set"))
  .gate(Gate(compared: 5, mismatches: 3, everyActionType: false, everyRuleUsed: false))

/// What the comparison in ReduxBridge hands out, made to happen once each.
@Suite struct ParityInterfaceTests {
  private static let check = ParityCheck(desk, parity: ParityOptions()) { Desk() }

  private static func makeStore(
    sampling: ParityOptions<Act>.Sampling = .everyAction
  ) -> MigrationStore<Desk, Act> {
    let entry: MigrationEntry<Desk, Act> = .slice(desk)
    return MigrationStore(
      state: Desk(), entries: [entry],
      parity: ParityOptions(sampling: sampling, tracedActions: 10))
  }

  @Test func aMismatchWithAFurtherDifference() throws {
    let mismatch = try #require(try Self.check.firstMismatch(after: [.rename("b"), .grow]))
    #expect(
      mismatch.description
        == #"desk (shadow): after action 2 .grow, at name: legacy "a", value "a!" (and 1 more)"#)
    #expect([mismatch.slice, mismatch.action, mismatch.actionType] == ["desk", ".grow", "grow"])
    #expect(mismatch.furtherDifferences == 1)
    let further: Mismatch.Difference = try #require(mismatch.further.first)
    #expect([further.path, further.legacy, further.value] == ["size", "1", "2"])
    #expect(further.subject == .state)
  }

  @Test func aReport() throws {
    let report: ParityReport = try Self.check.run([.grow])
    #expect(report.slice == "desk")
    #expect(report.failures.count == 2)
    #expect(report.noise.isEmpty)
    #expect(report.ledger.total(of: "desk").mismatched == 1)
    let rule = try #require(report.ledger.unusedRules(of: "desk").first)
    #expect(rule.path == "colour")
    #expect(rule.description == "legacyWrong at colour: never set")
    #expect(ParityLedger.Entry().compared == 0)
  }

  @Test func counterexamples() throws {
    let found: Counterexample = try #require(
      try Self.check.explore(lists: 1, length: 3, seed: 7) { _ in .grow })
    #expect(found.slice == "desk")
    #expect(found.actions == [.grow])
    #expect(found.shrunkFrom == 3)
    #expect(found.seed == 7)
    #expect(found.start == nil)
    #expect(found.noise.isEmpty)
    #expect(found.description.contains("1 of 3 actions show it (seed 7):\n  .grow"))
  }

  @Test func aTrace() throws {
    let store = Self.makeStore()
    try store.setStage(.shadow, of: "desk")
    store.dispatch(.grow)
    store.flush()
    let trace: ParityTrace = try #require(store.trace(of: desk))
    #expect(trace.start == DeskValue())
    #expect(trace.firstIndex == 1)
    #expect(trace.actions == [.grow])
    #expect(try Self.check.counterexample(in: trace)?.mismatch.path == "name")
    #expect(
      throws: MigrationError.gateClosed(
        slice: "desk", stage: .lead, unmet: ["1 of 5 actions compared"])
    ) {
      try store.setStage(.lead, of: "desk")
    }
  }

  @Test(arguments: [
    (ParityOptions<Act>.Sampling.everyAction, 2), (.oneIn(50), 1), (.off, 0),
    (.budget(.seconds(60)), 2),
  ])
  private func sampling(_ sampling: ParityOptions<Act>.Sampling, compared: Int) throws {
    let store = Self.makeStore(sampling: sampling)
    try store.setStage(.shadow, of: "desk")
    store.dispatch(.grow)
    store.dispatch(.grow)
    store.flush()
    let cost: ParityCost = store.parityCost
    #expect(cost.compared == compared)
    #expect(store.ledger.total(of: "desk").compared == compared)
    #expect(cost.median <= cost.p90)
    switch sampling {
    case .everyAction: #expect(cost.skipped == 0)
    case .oneIn(let count): #expect(cost.sampledOneIn == count)
    case .off: #expect(store.mismatches.isEmpty)
    case .budget(let budget): #expect(cost.budget == budget)
    }
    #expect(cost.description.hasPrefix("\(compared) of "))
  }

  @Test func optionsAndGatesAreRead() {
    var options = ParityOptions<Act>()
    options.redactor = Redactor { _, _ in "x" }
    options.expectedActionTypes = ["desk": ["grow"]]
    options.onMismatch = { _ in }
    #expect(options.redactor.text(of: 1, at: "") == "x")
    #expect(options.actionType(.grow) == "grow")
    #expect(options.expectedActionTypes["desk"] == ["grow"])
    #expect(options.keptMismatches == 100)
    #expect(options.tracedActions == 0)
    #expect(options.onMismatch != nil)
    #expect(desk.gate.mismatches == 3)
    #expect(!desk.gate.everyActionType && !desk.gate.everyRuleUsed)
    #expect(desk.projection.read(Desk()) == DeskValue())
    var value = DeskValue()
    desk.reducer.reduce(&value, .grow)
    #expect(value == DeskValue(name: "a!", size: 2))
  }

  @Test func noise() throws {
    let unsteady: ReduceBlock<Desk, Act> = { desk, _ in desk.name = UUID().uuidString }
    let slice = StateSlice("desk", projection: projection, legacy: [unsteady], reducer: wrong)
    let check = ParityCheck(slice, parity: ParityOptions()) { Desk() }
    let noise: Noise = try #require(try check.noise(after: [.grow]).first)
    #expect(noise.first != noise.second)
    #expect(noise.description.hasPrefix("legacy side: after action 1 grow, at name: "))
  }

  @Test func brokenLaws() throws {
    let deaf = Projection<Desk, Int>(read: { $0.size }, write: { _, _ in })
    let violation = try #require(
      try deaf.checkLaws(on: Desk(), values: [3], within: ["size"]).first)
    #expect(violation.law == .readGivesWhatWasWritten)
    #expect([violation.expected, violation.found] == ["3", "0"])
    #expect(violation.description.hasPrefix("read gives what was written: as a whole: expected 3"))
  }
}
