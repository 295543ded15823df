package import ReduxBridge
import ValueReflection

/// The result of a visit of every reachable state; see ``ParityCheck/exhaust(_:depth:limit:cores:identifying:)``.
///
/// ```swift
/// let result = try check.exhaust(ThemeAction.samples, depth: 8)
/// #expect(result.isExhaustive, "\(result)")
/// ```
public struct ExhaustiveReport<Action: Sendable>: Sendable {
  /// The names of the slices that were compared; empty for one side alone.
  let slices: [String]
  /// The number of actions that were tried in each state.
  let actionCount: Int
  let ending: SearchEnding
  let bounds: (depth: Int, limit: Int)
  let identified: Set<String>
  let (samples, replays): (Int, Int)
  /// The actions as the redactor shows them.
  private let texts: [String]
  /// The slices and fields that no action wrote; empty if something was found before.
  let unexercised: [String]

  /// The number of states that were visited, each once.
  package let states: Int
  /// The number of transitions that were reduced and judged.
  package let transitions: Int
  /// The depth to which every state was visited and every action tried.
  package let depth: Int
  /// The first difference between both sides that no rule explains; nil if there is none.
  package let mismatch: Mismatch?
  /// The invariant that does not hold; nil if all do.
  package let violation: String?
  /// A shortest list of actions that shows the mismatch or the violation; empty if there is none.
  ///
  /// ``ParityCheck/counterexample(in:startingFrom:)`` makes a test of it, to paste.
  public let counterexample: [Action]
  /// The results that the same input did not determine: of a transition that was run twice, and states that
  /// another way of reaching them makes different.
  package let noise: [String]
  /// The parts that this search does not see: properties that a copy loses, and fields that were left out.
  package let unseen: [String]

  /// Whether every reachable state was visited, nothing was found, no noise was seen, and the actions
  /// wrote each field of the slices.
  public var isExhaustive: Bool { ending == .closed && failures.isEmpty }

  /// The reasons why the check fails, one sentence each; empty when nothing was found and each field of the
  /// slices was written.
  public var failures: [String] {
    [mismatch?.description, violation].compactMap { $0 } + noise + unexercised
  }
}

extension ExhaustiveReport: CustomStringConvertible {
  /// The extent of the visit, and the finding.
  public var description: String {
    let name = slices.isEmpty ? "" : slices.joined(separator: ", ") + ": "
    var lines = [
      "\(name)\(counted(actionCount, "action")), depth \(depth): "
        + "\(counted(states, "state")), \(counted(transitions, "transition")) compared, \(extent)"
    ]
    if !counterexample.isEmpty {
      lines.append("Found after \(counted(counterexample.count, "action")):")
      lines += [mismatch?.description, violation].compactMap { $0 }.map { "  \($0)" }
      lines += texts.map { "    \($0)" }
    }
    if !noise.isEmpty { lines += ["Noise:"] + noise.map { "  \($0)" } }
    if !unexercised.isEmpty { lines += ["Not exercised:"] + unexercised.map { "  \($0)" } }
    if !identified.isEmpty {
      let fields = identified.sorted().joined(separator: ", ")
      lines.append("States that differ in these fields alone count as one: \(fields)")
    }
    if !unseen.isEmpty { lines += ["Not seen:"] + unseen.map { "  \($0)" } }
    lines.append(
      "\(counted(samples, "transition")) run twice, \(counted(replays, "state")) reached again "
        + "from a new initial state")
    return lines.joined(separator: "\n")
  }

  private var extent: String {
    switch ending {
    case .closed: "all that is reachable"
    case .depth: "all within the depth, more beyond"
    case .limit: "stopped at the limit of \(counted(bounds.limit, "state"))"
    case .canceled: "canceled"
    case .finding: "stopped at the first finding"
    }
  }
}

extension ExhaustiveReport {
  /// Makes the report of a search, with the properties that a copy of a state loses.
  ///
  /// `describe` makes a mismatch or the text of a violation of the finding, with what these do not show.
  init<Finding>(
    _ outcome: SearchOutcome<Finding>, of slices: [String], _ actions: [Action],
    _ bounds: SearchBounds, identifying identified: Set<String>, losses: [String],
    unexercised: [String] = [], options: ParityOptions<Action>,
    describe: (Finding, [Action]) -> (mismatch: Mismatch?, violation: String?, masks: Set<String>)
  ) {
    self.slices = slices
    actionCount = actions.count
    ending = outcome.ending
    self.bounds = (bounds.depth, bounds.limit)
    self.identified = identified
    (samples, replays) = (outcome.samples, outcome.replays)
    (states, transitions, depth) = (outcome.states, outcome.transitions, outcome.depth)
    let list = outcome.finding?.path.map { actions[$0] } ?? []
    let description = outcome.finding.map { describe($0.finding, list) }
    counterexample = list
    let redactor = options.redactor.masking(description?.masks ?? [])
    texts = list.map { redactor.text(of: $0, at: "action") }
    self.unexercised = list.isEmpty ? unexercised : []
    (mismatch, violation) = (description?.mismatch, description?.violation)
    func text(_ path: [Int]) -> String {
      path.isEmpty
        ? "in the initial state"
        : "after " + path.map { options.actionType(actions[$0]) }.joined(separator: ", ")
    }
    noise =
      outcome.unsteady.map { "\(text($0)): two results of the last action from the same state" }
      + outcome.drifted.map {
        """
        \(text($0)): another result from a new initial state, so something outside of the coded \
        state takes part
        """
      }
    unseen = losses.map { "a copy of the state loses \($0)" }
  }
}
