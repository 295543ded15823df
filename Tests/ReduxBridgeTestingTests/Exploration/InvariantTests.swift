import ReduxBridge
import ReduxBridgeTesting
import ReferenceRedux
import Testing
import ValueRedux

@Suite struct InvariantTests {
  private let actions = LampAction.allCases
  private let reducer = Reducer<LampValue, LampAction> { LampParts.reduce(&$0, $1) }

  @Test func whatAlwaysHoldsIsProved() throws {
    let check = InvariantCheck([LampParts().block]) { Lamp() }
      .always("a locked lamp is on") { !$0.isLocked || $0.isOn }
      .always("the level is within its range") { (0...2).contains($0.level) }
    let result = try check.exhaust(actions, depth: 9)
    #expect(result.isExhaustive, "\(result)")
    #expect((result.states, result.transitions) == (9, 36))
    let ofValue = InvariantCheck(reducer) { LampValue() }
      .always("a locked lamp is on") { !$0.isLocked || $0.isOn }
    #expect(try ofValue.exhaust(actions, depth: 9).states == 9)
  }

  @Test func whatDoesNotHoldHasAShortestList() throws {
    let ofState = InvariantCheck([LampParts().block]) { Lamp() }
      .always("it is never locked") { !$0.isLocked }
    let ofValue = InvariantCheck(reducer) { LampValue() }
      .always("it has a level") { $0.level >= 0 }
      .always("it is never locked") { !$0.isLocked }
    for result in [
      try ofState.exhaust(actions, depth: 9), try ofValue.exhaust(actions, depth: 9, cores: 1),
      try ofState.exhaust(actions, depth: 9, restoring: .replaying),
    ] {
      #expect(result.violation == "does not always hold: it is never locked")
      #expect(result.counterexample == LampAction.shortestToLock)
      #expect(!result.isExhaustive)
    }
  }
}
