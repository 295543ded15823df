import CommandLineSupport
import LockboxModern
import ReduxBridge

/// The findings of a run.
struct RunReport: Sendable {
  let options: Options
  let logins: Int
  let gate: Gate
  /// The present phase.
  var phase = Phase(stages: [:], last: 0)
  var slices: [SliceResult] = []
  var isOnValueStore = false
  var firstMismatch: Mismatch?
  /// The fewest actions that reproduce the first mismatch, and a test.
  var reproduction: [String] = []
  private(set) var firstDifference: [String]?

  /// Adds a step, and notes the first difference after one.
  mutating func add(_ control: Seen, _ candidate: Seen) {
    phase.last = max(control.actions, phase.last)
    phase.steps += 1
    guard control != candidate else { return phase.equalSteps += 1 }
    firstDifference = firstDifference ?? candidate.difference(from: control)
  }

  /// Whether no comparison, of states or of screens, found a difference, and the footprint is clean.
  var isAllMatched: Bool {
    slices.allSatisfy { $0.total.mismatched == 0 } && firstMismatch == nil
      && firstDifference == nil && FootprintEvidence.failures.isEmpty
  }
}

/// A part of a run during which no slice changes its stage.
struct Phase: Sendable {
  /// The stage of each slice, `legacy` where none is named; `nil` when the app is on the value store.
  let stages: [String: Stage]?
  /// The number of the last action.
  var last: Int
  var steps = 0
  /// The number of steps after which both apps showed and did the same.
  var equalSteps = 0
}

struct SliceResult: Sendable {
  let name: String
  let reached: Stage
  let gate: Gate
  let evidence: ParityLedger

  var total: ParityLedger.Entry { evidence[name].total }
  /// The types of action that the slice handles and that were never compared.
  var neverCompared: [String] { evidence[name].neverCompared }
  /// The demands of the gate that the evidence does not meet; empty if the gate is open.
  var unmet: [String] { gate.unmetDemands(ofSliceNamed: name, in: evidence) }

  var cells: [String] {
    [
      name, reached.rawValue, unmet.isEmpty ? "open" : "closed", total.compared.grouped,
      total.changed.grouped, total.mismatched.grouped,
    ]
  }
}
