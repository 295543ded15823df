import LockboxModern
import CommandLineSupport
import ReduxBridge
import ValueReflection

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

/// The result of a run for one slice.
struct SliceResult: Sendable {
  let name: String
  let reached: Stage
  let gate: Gate
  let total: ParityLedger.Entry
  /// The number of action types that the slice handles, and those that were never compared.
  let kinds: Int
  let neverCompared: [String]
  /// What the gate requires and the ledger lacks; empty if the gate is open.
  let unmet: [String]

  init(_ name: String, reached: Stage, gate: Gate, ledger: ParityLedger) {
    self.name = name
    self.reached = reached
    self.gate = gate
    total = ledger.total(ofSliceNamed: name)
    kinds = ledger.expectedActionTypes[name]?.count ?? 0
    neverCompared = ledger.neverCompared(inSliceNamed: name)
    unmet = gate.unmetDemands(ofSliceNamed: name, in: ledger)
  }

  var isGateOpen: Bool { unmet.isEmpty }

  var demand: String {
    let mismatches = gate.mismatches.map {
      $0 == 0 ? ", no mismatch" : ", at most \($0) mismatches"
    }
    return "\(gate.compared.grouped) compared\(mismatches ?? "")"
  }

  var evidence: String {
    let mismatches =
      switch total.mismatched {
      case 0: "no mismatch"
      case 1: "1 mismatch"
      default: "\(total.mismatched.grouped) mismatches"
      }
    return "\(total.compared.grouped) compared, \(mismatches)"
  }

  var kindsSeen: String { "\(kinds - neverCompared.count) of \(kinds)" }
}

/// A step after which an app did not become idle.
struct Stall: Sendable {
  /// The app, in texts.
  let app: String
  /// The actions of the step.
  let actions: ClosedRange<Int>
}

/// The first difference between the screens of both apps.
struct ScreenDifference: Sendable {
  /// The actions of the step before it.
  let actions: ClosedRange<Int>
  let path: String
  let before: String
  let after: String

  init(_ control: Seen, _ candidate: Seen, actions: ClosedRange<Int>) {
    self.actions = actions
    let difference = reflectedDifferences(from: control, to: candidate, limit: 1).first
    path = difference?.path ?? ""
    before = difference?.old ?? "\(control)"
    after = difference?.new ?? "\(candidate)"
  }
}
