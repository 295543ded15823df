import CommandLineSupport
import LockboxModern
import ReduxBridge
import ValueReflection

/// The result of a run.
struct RunReport: Sendable {
  let source: String
  let logins: Int
  let seed: UInt64
  let plantedBug: PlantedBug?
  let gate: Gate
  var actions = 0
  var phases: [Phase] = []
  var slices: [SliceResult] = []
  /// Whether the app ended on the value store.
  var isOnValueStore = false
  var firstMismatch: Mismatch?
  /// The fewest actions that reproduce the first mismatch; `nil` if there is none, or if the slice
  /// alone does not reproduce it.
  var reproduction = Result<Reproduction?, any Error>.success(nil)
  var firstDifference: ScreenDifference?
  /// The step that ended the run early, because an app waits for work that does not end.
  var stall: Stall?

  init(_ options: Options, logins: Int, gate: Gate) {
    source = options.source.name
    self.logins = logins
    seed = options.seed
    plantedBug = options.plantedBug
    self.gate = gate
  }

  /// Adds a step, after which both apps were seen.
  mutating func add(_ control: Seen, _ candidate: Seen, actions: ClosedRange<Int>) {
    self.actions = max(control.actions, self.actions)
    let phase = phases.count - 1
    phases[phase].lastAction = self.actions
    phases[phase].steps += 1
    if control == candidate { phases[phase].equalSteps += 1 }
    noteDifference(control, candidate, actions: actions)
  }

  mutating func noteDifference(_ control: Seen, _ candidate: Seen, actions: ClosedRange<Int>) {
    guard control != candidate, firstDifference == nil else { return }
    firstDifference = ScreenDifference(control, candidate, actions: actions)
  }

  /// The furthest stage that a slice reached, even if it was taken back.
  func furthestStage(of slice: String) -> Stage {
    phases.compactMap { $0.stages?[slice] }.max() ?? .legacy
  }

  /// Whether no comparison, of states or of screens, found a difference, and the footprint is clean.
  var isAllMatched: Bool {
    slices.allSatisfy { $0.total.mismatched == 0 } && firstMismatch == nil
      && firstDifference == nil && stall == nil && Footprint.failures.isEmpty
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

/// The evidence of a run for one slice.
struct SliceResult: Sendable {
  let name: String
  let reached: Stage
  let total: ParityLedger.Entry
  /// The number of action types that the slice handles, and those that were never compared.
  let kinds: Int
  let neverCompared: [String]
  /// What the gate requires and the evidence lacks; empty if the gate is open.
  let unmet: [String]

  init(_ name: String, reached: Stage, gate: Gate, evidence: ParityLedger) {
    self.name = name
    self.reached = reached
    total = evidence.total(ofSliceNamed: name)
    kinds = evidence.expectedActionTypes[name]?.count ?? 0
    neverCompared = evidence.neverCompared(inSliceNamed: name)
    unmet = gate.unmetDemands(ofSliceNamed: name, in: evidence)
  }

  var cells: [String] {
    [
      name, reached.rawValue, unmet.isEmpty ? "open" : "closed", total.compared.grouped,
      total.mismatched.grouped,
    ]
  }
}

/// A step after which an app did not become idle.
struct Stall: Sendable {
  /// The app, in texts.
  let app: String
  /// The actions of the step.
  let actions: ClosedRange<Int>
}

/// The first difference between what both apps show.
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
