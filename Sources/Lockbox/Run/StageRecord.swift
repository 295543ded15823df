import ReduxBridge

/// What happened while a slice stood at one stage.
struct StageRecord: Sendable {
  let stage: Stage
  /// The number of the first action at this stage, counted from 1.
  let firstAction: Int
  var lastAction: Int
  var steps = 0
  /// Steps after which both apps showed and did the same.
  var equalSteps = 0
}
