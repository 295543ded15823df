import ObjectGraph
import ReduxBridge
import ReferenceRedux

/// How a search makes a state again, to try the next action in it.
public enum StateRestoration: Sendable {
  /// By a deep copy, which keeps what the types encode.
  case copying
  /// By reducing the actions that led there from a new initial state: slower, and right for states
  /// that cannot be copied. What differs between two initial states shows as noise.
  case replaying
}

/// A search over the states of a class, however they are restored.
struct ClassSearch<State: AnyObject & Codable, Finding> {
  let actionCount: Int
  let bounds: SearchBounds
  let restoration: StateRestoration
  let identified: Set<String>
  let makeState: () throws -> State
  /// Makes what reduces an action on one core.
  let makeReduce: () throws -> (State, _ action: Int, _ number: Int) throws -> Finding?

  func run() throws -> SearchOutcome<Finding> {
    try StateSearch(actionCount: actionCount, bounds: bounds, makeWorker: makeWorker).run()
  }

  /// Makes a worker, which holds a state for copies of it, or nothing.
  private func makeWorker() throws -> StateSearch<State, State?, Finding>.Worker {
    let (copier, reduce) = (GraphCopier<State>(), try makeReduce())
    return StateSearch<State, State?, Finding>.Worker(
      start: makeState,
      restore: { held, isLast, path in
        if let held { return isLast ? held : try copier.copy(held) }
        let state = try makeState()
        for (place, action) in path().enumerated() { _ = try reduce(state, action, place + 1) }
        return state
      },
      reduce: reduce, hold: { restoration == .copying ? $0 : nil },
      fingerprint: { state in try Graph.fingerprint(of: state, leavingOut: identified) })
  }

  /// The properties that a copy of the initial state, or of the state after each single action, loses.
  func losses() throws -> [String] {
    guard case .copying = restoration else { return [] }
    var losses: [String] = []
    let reduce = try makeReduce()
    for action in -1..<min(actionCount, 32) {
      let state = try makeState()
      if action >= 0 { _ = try reduce(state, action, 1) }
      do {
        try Graph.verifyCopy(of: state)
      } catch let error as IncompleteCopyError {
        for loss in error.losses where !losses.contains(loss.property) {
          losses.append(loss.property)
        }
      }
    }
    return losses
  }
}
