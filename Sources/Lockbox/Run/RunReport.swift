import ReduxBridge
import ReferenceRedux

/// What a run has to tell.
struct RunReport: Sendable {
  var source: String
  var logins: Int
  var seed: UInt64
  var actions: Int
  var plantedBug: PlantedBug?
  var phases: [Phase]
  var slices: [SliceResult]
  /// Whether the app ended on the value store, with nothing left of the old one.
  var isOnValueStore: Bool
  var firstMismatch: Mismatch?
  /// The first mismatch with the fewest actions that show it; `nil` when there is none, or when the
  /// slice alone does not show it.
  var shrunk: Result<ShrunkMismatch?, any Error>
  var firstDifference: ScreenDifference?
  var statisticsBefore: StoreStatistics
  var statisticsAfter: StoreStatistics

  /// The furthest stage at which a slice stood, also where it was taken back.
  func furthestStage(of slice: String) -> Stage {
    phases.compactMap { $0.stages?[slice] }.max() ?? .legacy
  }

  var steps: Int { phases.reduce(0) { $0 + $1.steps } }
  var equalSteps: Int { phases.reduce(0) { $0 + $1.equalSteps } }

  /// Whether no comparison, of states or of screens, found a difference.
  var isAllMatched: Bool {
    slices.allSatisfy { $0.total.mismatched == 0 } && firstMismatch == nil && equalSteps == steps
  }
}
