import CommandLineSupport
import LockboxModern
import ReduxBridge
import ValueReflection

struct RunReport: Sendable {
  let options: Options
  let logins: Int
  let gate: Gate
  var actions = 0
  var phases: [Phase] = []
  var slices: [SliceResult] = []
  var isOnValueStore = false
  var firstMismatch: Mismatch?
  /// The fewest actions that reproduce the first mismatch; `nil` if there is none, or if the slice
  /// alone does not reproduce it.
  var reproduction = Result<Reproduction?, any Error>.success(nil)
  var firstDifference: ScreenDifference?
  /// The app that waits for work that does not end, and the step that ended the run early.
  var stall: (app: String, actions: StepActions)?

  /// Adds a step, and notes the first difference after one.
  mutating func add(_ control: Seen, _ candidate: Seen) {
    let first = actions + 1
    actions = max(control.actions, actions)
    let phase = phases.count - 1
    phases[phase].actions.last = actions
    phases[phase].steps += 1
    if control == candidate { phases[phase].equalSteps += 1 }
    noteDifference(control, candidate, after: first)
  }

  /// Notes the first difference, found after the step that began with an action.
  mutating func noteDifference(_ control: Seen, _ candidate: Seen, after first: Int) {
    guard control != candidate, firstDifference == nil else { return }
    firstDifference = ScreenDifference(
      control, candidate, actions: StepActions(first: first, last: max(actions, first)))
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

struct Phase: Sendable {
  /// The stage of each slice; `nil` when the app is on the value store.
  let stages: [String: Stage]?
  var actions: StepActions
  var steps = 0
  /// The number of steps after which both apps showed and did the same.
  var equalSteps = 0

  /// A phase that begins after `count` actions.
  init(stages: [String: Stage]?, after count: Int) {
    self.stages = stages
    actions = StepActions(first: count + 1, last: count)
  }
}

struct SliceResult: Sendable {
  let name: String
  let reached: Stage
  let gate: Gate
  let evidence: ParityLedger

  var total: ParityLedger.Entry { evidence.total(ofSliceNamed: name) }
  /// The types of action that the slice handles and that were never compared.
  var neverCompared: [String] { evidence.neverCompared(inSliceNamed: name) }
  /// What the gate requires and the evidence lacks; empty if the gate is open.
  var unmet: [String] { gate.unmetDemands(ofSliceNamed: name, in: evidence) }

  var cells: [String] {
    [
      name, reached.rawValue, unmet.isEmpty ? "open" : "closed", total.compared.grouped,
      total.mismatched.grouped,
    ]
  }
}

struct ScreenDifference: Sendable {
  let actions: StepActions
  let path: String
  let before: String
  let after: String

  init(_ control: Seen, _ candidate: Seen, actions: StepActions) {
    self.actions = actions
    let difference = reflectedDifferences(from: control, to: candidate, limit: 1).first
    path = difference?.path ?? ""
    before = difference?.old ?? "\(control)"
    after = difference?.new ?? "\(candidate)"
  }

  var lines: [String] {
    ["FIRST DIFFERENCE BETWEEN THE APPS  after actions \(actions)"]
      + "  at path".labelling(path, column: 18)
      + "  original app".labelling(before, column: 18)
      + "  migrating app".labelling(after, column: 18)
  }
}

struct StepActions: Sendable, CustomStringConvertible {
  let first: Int
  var last: Int

  var description: String { "\(first.grouped) – \(last.grouped)" }
}
