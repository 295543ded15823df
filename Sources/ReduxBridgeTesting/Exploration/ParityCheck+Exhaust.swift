import Foundation
import ObjectGraph
import ReduxBridge
import ReferenceRedux

extension ParityCheck {
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
  ///   - restoration: How a state is made again for its next action.
  ///   - proof: The report of a ``MigrationCheck`` that found nothing outside of the projection of this
  ///     slice. The search then restores states by `write` of the projection, which is faster than a
  ///     copy. Nil to restore states by `restoration`.
  ///   - identified: The encoded fields of the state to leave out of the fingerprints, such as dates and
  ///     ids, as `Type.field`, or as `field` for all types. The result names them.
  ///   - progress: Receives the number of states and of transitions now and then, on this thread.
  /// - Returns: What was proved, or found.
  /// - Throws: Errors of making, copying or encoding a state, and an error with the reason when the proof
  ///   does not hold for this slice.
  /// - Complexity: One copy and one fingerprint of the state per transition. At most 66 bytes per visited
  ///   state, and the copies of two levels of states.
  public func exhaust(
    _ actions: [Action], depth: Int, limit: Int = 1_000_000, cores: Int? = nil,
    restoring restoration: StateRestoration = .copying, provedBy proof: FootprintReport? = nil,
    identifying identified: Set<String> = [],
    progress: @escaping (_ states: Int, _ transitions: Int) -> Void = { _, _ in }
  ) throws -> ExhaustiveReport<Action> {
    let bounds = SearchBounds(depth, limit, cores, actions.count, progress)
    var judges: [ActionJudge<State, Action>] = []
    /// Makes what reduces an action on one core.
    func makeReduce() -> (State, Int, Int) -> SliceFinding? {
      let judge = makeJudge()
      judges.append(judge)
      return judge.reduction(of: actions, named: options.actionType)
    }
    let search = ClassSearch<State, SliceFinding>(
      actionCount: actions.count, bounds: bounds, restoration: restoration, identified: identified,
      makeState: makeState, makeReduce: makeReduce)
    let outcome: SearchOutcome<SliceFinding>
    if let proof {
      if let reason = missingProof(in: proof) { throw ExhaustionError(reason) }
      outcome = try searchByWriting(actions.count, bounds, identified, makeReduce)
    } else {
      outcome = try search.run()
    }
    let unexercised = unexercised(in: judges)
    return ExhaustiveReport(
      outcome, of: [slice.name], actions, bounds, identifying: identified,
      losses: try search.losses(), unexercised: unexercised, options: options
    ) { finding, path in (finding.mismatch(after: path, options), nil) }
  }

  // MARK: By writing

  /// Why a report does not prove that the projection carries all that the blocks change.
  private func missingProof(in report: FootprintReport) -> String? {
    let name = slice.name
    guard report.slices.contains(where: { $0.name == name }), report.actions > 0 else {
      return "the report does not know slice \"\(name)\""
    }
    let found = report.findings.filter {
      $0.slice == name || $0.other == name || $0.endsJudgment
    }
    if let first = found.first { return "the report has a finding: \(first)" }
    if !slice.listed.allReads.isEmpty { return "slice \"\(name)\" reads other slices" }
    return nil
  }

  private func searchByWriting(
    _ actionCount: Int, _ bounds: SearchBounds, _ identified: Set<String>,
    _ makeReduce: @escaping () -> (State, Int, Int) -> SliceFinding?
  ) throws -> SearchOutcome<SliceFinding> {
    let projection = slice.projection
    return try StateSearch<State, Value, SliceFinding>(
      actionCount: actionCount, bounds: bounds,
      makeWorker: {
        let state = try makeState()
        let initial = projection.read(state)
        return StateSearch<State, Value, SliceFinding>.Worker(
          start: {
            projection.write(state, initial)
            return state
          },
          restore: { value, _, _ in
            projection.write(state, value)
            return state
          },
          reduce: makeReduce(), hold: projection.read,
          fingerprint: { state in try Graph.fingerprint(of: state, leavingOut: identified) })
      }
    ).run()
  }
}

/// The error of a search that cannot begin.
struct ExhaustionError: LocalizedError, CustomStringConvertible {
  let description: String

  init(_ reason: String) {
    description = "States cannot be restored by writing the projection: \(reason)."
  }

  var errorDescription: String? { description }
}

extension SearchBounds {
  init(
    _ depth: Int, _ limit: Int, _ cores: Int?, _ actionCount: Int,
    _ progress: @escaping (Int, Int) -> Void
  ) {
    precondition(
      actionCount <= VisitedStates.limits.actions,
      "A search takes at most \(VisitedStates.limits.actions) actions.")
    self.init(
      depth: depth, limit: min(limit, VisitedStates.limits.states),
      cores: cores ?? ProcessInfo.processInfo.activeProcessorCount, progress: progress)
  }
}
