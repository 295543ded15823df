import ReduxBridge
import ReferenceRedux

/// What a run has to tell.
struct RunReport: Sendable {
  var source: String
  var logins: Int
  var seed: UInt64
  var actions: Int
  var plantedBug: PlantedBug?
  /// The stages that the theme went through, in order.
  var stages: [StageRecord]
  /// Why the theme was not let further; empty when it got where it should.
  var held: [String]
  var slice: ParityLedger.Entry
  var firstMismatch: Mismatch?
  var firstDifference: ScreenDifference?
  var statisticsBefore: StoreStatistics
  var statisticsAfter: StoreStatistics

  var steps: Int { stages.reduce(0) { $0 + $1.steps } }
  var equalSteps: Int { stages.reduce(0) { $0 + $1.equalSteps } }
  var reached: Stage { stages.last?.stage ?? .legacy }

  /// Whether no comparison, of states or of screens, found a difference.
  var isAllMatched: Bool {
    slice.mismatched == 0 && firstMismatch == nil && equalSteps == steps
  }
}
