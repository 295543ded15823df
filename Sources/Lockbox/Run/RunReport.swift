import ReduxBridge

/// The result of a run.
struct RunReport: Sendable {
  var source: String
  var logins: Int
  var seed: UInt64
  var actions: Int
  var plantedBug: PlantedBug?
  var phases: [Phase]
  var slices: [SliceResult]
  /// Whether the app ended on the value store.
  var isOnValueStore: Bool
  var firstMismatch: Mismatch?
  /// The first mismatch with the fewest actions that reproduce it; `nil` if there is none, or if the
  /// slice alone does not reproduce it.
  var shrunk: Result<ShrunkMismatch?, any Error>
  var firstDifference: ScreenDifference?
  /// The step that ended the run early, because an app waits for work that does not end.
  var stall: Stall?

  /// The furthest stage that a slice reached, even if it was taken back.
  func furthestStage(of slice: String) -> Stage {
    phases.compactMap { $0.stages?[slice] }.max() ?? .legacy
  }

  var steps: Int { phases.reduce(0) { $0 + $1.steps } }
  var equalSteps: Int { phases.reduce(0) { $0 + $1.equalSteps } }

  /// Whether no comparison, of states or of screens, found a difference.
  var isAllMatched: Bool {
    slices.allSatisfy { $0.total.mismatched == 0 } && firstMismatch == nil && stall == nil
      && equalSteps == steps
  }
}
