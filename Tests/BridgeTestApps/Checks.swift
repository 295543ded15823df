import ReduxBridge
import ReduxBridgeTesting

extension ParityCheck {
  /// The findings over a list of actions.
  func findings(after actions: [Action]) throws -> [Finding] {
    try run(.list(actions)).findings
  }

  /// The differences between both sides over a list of actions.
  func differences(after actions: [Action]) throws -> [Mismatch] {
    try findings(after: actions).filter(\.isComparison)
  }

  /// The smallest list that shows the first difference between both sides over a list of actions.
  func counterexample(in actions: [Action]) throws -> Counterexample<Action>? {
    try run(.list(actions)).counterexample
  }
}
