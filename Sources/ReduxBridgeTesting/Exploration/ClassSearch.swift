import ObjectGraph
import ReduxBridge
import ReferenceRedux

/// A search over the states of a class, each restored by a deep copy, which keeps what the types encode.
struct ClassSearch<State: AnyObject & Codable, Finding> {
  let actionCount: Int
  let bounds: SearchBounds
  let identified: Set<String>
  let makeState: () throws -> State
  /// Makes what reduces an action on one core.
  let makeReduce: () throws -> (State, _ action: Int, _ number: Int) throws -> Finding?

  func run() throws -> SearchOutcome<Finding> {
    try StateSearch(actionCount: actionCount, bounds: bounds, makeWorker: makeWorker).run()
  }

  private func makeWorker() throws -> StateSearch<State, Finding>.Worker {
    let copier = GraphCopier<State>()
    return StateSearch<State, Finding>.Worker(
      start: makeState, copy: { try copier.copy($0) }, reduce: try makeReduce(),
      fingerprint: { state in try Graph.fingerprint(of: state, leavingOut: identified) })
  }

  /// The properties that a copy of the initial state, or of the state after each single action, loses.
  func losses() throws -> [String] {
    var losses: [String] = []
    let reduce = try makeReduce()
    for action in -1..<min(actionCount, 32) {
      let state = try makeState()
      if action >= 0 { _ = try reduce(state, action, 1) }
      for loss in try Graph.losses(of: state) where !losses.contains(loss.property) {
        losses.append(loss.property)
      }
    }
    return losses
  }
}

extension Graph {
  /// The properties that a copy of a state loses, but for those that need not survive.
  static func losses<State: AnyObject & Codable>(
    of state: State, ignoring excused: Set<String> = []
  ) throws -> [IncompleteCopyError.Loss] {
    do {
      try verifyCopy(of: state, ignoring: excused)
      return []
    } catch let error as IncompleteCopyError {
      return error.losses
    }
  }
}
