import ReduxBridge

/// A part of the session during which no slice moved.
struct Phase: Sendable {
  /// Where each slice stood; `nil` when there was nothing left to stand anywhere: the app was on
  /// the value store.
  let stages: [String: Stage]?
  /// The number of the first action, counted from 1.
  let firstAction: Int
  var lastAction: Int
  var steps = 0
  /// Steps after which both apps showed and did the same.
  var equalSteps = 0

  /// A phase that begins after so many actions.
  init(stages: [String: Stage]?, after count: Int) {
    self.stages = stages
    firstAction = count + 1
    lastAction = count
  }
}
