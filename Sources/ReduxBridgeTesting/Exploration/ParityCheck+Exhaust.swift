import Foundation
import ObjectGraph
import ReduxBridge
import ReferenceRedux

extension ParityCheck where State: SendableMetatype {
  /// Visits every state that some actions can reach within a depth, once each, and compares both sides
  /// on every transition.
  ///
  /// ```swift
  /// let result = try check.exhaust(ThemeAction.samples, depth: 8)
  /// #expect(result.isExhaustive, "\(result)")
  /// ```
  ///
  /// The search is breadth first and ends at the first mismatch, so its counterexample is a shortest one.
  /// Two states are the same if their fingerprints are; see `Graph.fingerprint(of:leavingOut:)`. Some
  /// transitions run twice, and some states are reached again from a new initial state: what differs is
  /// reported as noise. The result does not depend on the number of cores.
  ///
  /// The search ends early, with ``ExhaustiveReport/isExhaustive`` false, when its task is canceled.
  ///
  /// - Parameters:
  ///   - actions: The actions to try in each state, with each payload that matters; 65,535 at most.
  ///   - depth: The number of actions from the initial state to the last states, at most.
  ///   - limit: The number of states after which the search ends.
  ///   - cores: How many threads run the blocks and the reducer; nil for all cores. Pass 1 for blocks
  ///     that share objects outside of the state.
  ///   - identified: The encoded fields of the state to leave out of the fingerprints, such as dates and
  ///     ids, as `Type.field`, or as `field` for all types. The result names them.
  /// - Returns: What was proved, or found.
  /// - Throws: Errors of making, copying or encoding a state.
  /// - Complexity: One copy and one fingerprint of the state per transition. At most 66 bytes per visited
  ///   state, and the copies of two levels of states.
  public func exhaust(
    _ actions: [Action], depth: Int, limit: Int = 1_000_000, cores: Int? = nil,
    identifying identified: Set<String> = []
  ) throws -> ExhaustiveReport<Action> {
    let check = MigrationCheck(
      entries, unchanged: unchanged, parity: options, initialState: makeState)
    let bounds = SearchBounds(depth, limit, cores, actions.count)
    return try check.exhaust(actions, bounds, identifying: identified, judging: slice.name)
  }
}

extension SearchBounds {
  init(_ depth: Int, _ limit: Int, _ cores: Int?, _ actionCount: Int) {
    guard actionCount <= VisitedStates.limits.actions else {
      fatalError("A search takes at most \(VisitedStates.limits.actions) actions.")
    }
    self.init(
      depth: depth, limit: min(limit, VisitedStates.limits.states),
      cores: cores ?? ProcessInfo.processInfo.activeProcessorCount)
  }
}
