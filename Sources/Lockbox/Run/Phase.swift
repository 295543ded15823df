import ReduxBridge

/// A part of the session in which no slice changes its stage.
struct Phase: Sendable {
  /// The stage of each slice; `nil` when the app is on the value store.
  let stages: [String: Stage]?
  /// The number of the first action, counted from 1.
  let firstAction: Int
  var lastAction: Int
  var steps = 0
  /// The number of steps after which both apps showed and did the same.
  var equalSteps = 0

  /// A phase that begins after `count` actions.
  init(stages: [String: Stage]?, after count: Int) {
    self.stages = stages
    firstAction = count + 1
    lastAction = count
  }
}
