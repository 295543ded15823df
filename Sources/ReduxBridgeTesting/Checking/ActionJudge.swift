import ReduxBridge
import ReferenceRedux
import ValueRedux
import ValueReflection

/// Judges both sides of one slice, or of all, action by action and without a store: for every check.
///
/// Both sides run as at `Stage.shadow`. What other code writes to a slice is found in the action in which
/// it does so, from the values before the action, around the slice's own blocks, and after the action.
/// So a judgment depends on the state and the action alone: a list, a random search and a visit of all states
/// judge alike.
///
/// Confined to one thread, with the coordinator.
struct ActionJudge<State: AnyObject, Action: Sendable> {
  private enum Step {
    case block(ReduceBlock<State, Action>, name: String)
    case slice(any SliceJudging<State, Action>)
  }

  private let recorder: ParityRecorder<Action>
  private let coordinator: MigrationCoordinator<State, Action>
  private var steps: [Step] = []
  private var judged: [any SliceJudging<State, Action>] = []
  /// Whether code runs that may write to a slice of others.
  private var isWatching: Bool { steps.count > 1 }
  /// Whether to look after each block for what it wrote to others; otherwise around the blocks of each slice,
  /// which costs less where there are several.
  private var namesBlocks: Bool { judged.count == 1 }

  /// Creates a judge.
  ///
  /// - Parameters:
  ///   - entries: The entries, in order.
  ///   - recorder: How texts are rendered, and what ``record(_:number:_:)`` counts in.
  ///   - name: The slice to judge; nil for all.
  init(
    _ entries: [MigrationEntry<State, Action>], recorder: ParityRecorder<Action>,
    judging name: String? = nil
  ) {
    coordinator = MigrationCoordinator(entries: entries, recorder: recorder)
    self.recorder = recorder
    var unclaimed = 0
    for entry in entries {
      switch entry.content {
      case .blocks(let blocks):
        for block in blocks {
          steps.append(.block(block, name: "unclaimed.\(unclaimed)"))
          unclaimed += 1
        }
      case .slice(let slice) where name == nil || slice.name == name:
        let runtime = coordinator.runtime(named: slice.name)
        guard let judge = (runtime as? any Judgeable<State, Action>)?.makeJudge() else { continue }
        steps.append(.slice(judge))
        judged.append(judge)
      case .slice(let slice):
        for (index, block) in slice.legacy.enumerated() {
          steps.append(.block(block, name: "\(slice.name).\(index)"))
        }
      }
    }
  }

  /// The parts that the actions wrote so far, by slice; a slice that none reached is missing.
  var exercises: [(name: String, exercise: SliceExercise)] {
    judged.compactMap { slice in slice.exercise.map { (slice.name, $0) } }
  }

  /// Reduces an action on both sides, without counting it.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - type: Its type.
  ///   - number: Its number, which signals carry.
  ///   - state: The state before it, which the old side changes.
  /// - Returns: What no rule explains, of the first slice with something; nil if both sides agree.
  func finding(
    after action: Action, ofType type: String, number: Int, _ state: State
  ) -> SliceFinding? {
    reduce(action, number, state, counting: false)
    var finding: SliceFinding?
    for slice in judged {
      let differences = slice.takeJudgment().differences
      guard finding == nil, !differences.isEmpty else { continue }
      let findings = UnexplainedDifferences(
        differences, after: type, rules: slice.rules,
        redactor: recorder.options.redactor)
      if findings.count > 0 { finding = SliceFinding(slice: slice.name, findings: findings) }
    }
    return finding
  }

  /// Reduces an action on both sides, and has the recorder count it and keep its mismatches.
  func record(_ action: Action, number: Int, _ state: State) {
    reduce(action, number, state, counting: true)
    for slice in judged {
      let (differences, exercise) = slice.takeJudgment()
      guard let exercise else { continue }
      _ = recorder.record(
        differences, isNoisy: false, exercise, slice: slice.name,
        rules: slice.rules, stage: .shadow, action, number)
    }
  }

  private func reduce(_ action: Action, _ index: Int, _ state: State, counting: Bool) {
    coordinator.begin(index)
    if isWatching { for slice in judged { slice.beginWatch(state) } }
    for step in steps {
      switch step {
      case .block(let block, let name):
        block(state, action)
        if namesBlocks { judged[0].noteWrites(of: name, state) }
      case .slice(let slice):
        if !namesBlocks { slice.noteWrites(of: nil, state) }
        slice.judge(action, state, counting: counting)
      }
    }
    if !namesBlocks { for slice in judged { slice.noteWrites(of: nil, state) } }
  }
}

/// The judge of one slice, independent of the type of its value.
private protocol SliceJudging<State, Action>: AnyObject {
  associatedtype State
  associatedtype Action

  var name: String { get }
  var rules: [DifferenceRule] { get }

  /// The parts that the actions wrote; nil before the first.
  var exercise: SliceExercise? { get }

  /// Looks for writes of other code from now on.
  func beginWatch(_ state: State)

  /// Finds what other code wrote to the slice: the block with a name, or any.
  func noteWrites(of block: String?, _ state: State)

  /// Reduces an action on both sides, and keeps what it finds.
  func judge(_ action: Action, _ state: State, counting: Bool)

  /// Returns what was found after an action, and nothing more of it from then on.
  func takeJudgment() -> (differences: [FoundDifference], exercise: ParityLedger.Exercise?)
}

/// A runtime of a slice, independent of the type of its value.
private protocol Judgeable<State, Action> {
  associatedtype State
  associatedtype Action

  func makeJudge() -> any SliceJudging<State, Action>
}

extension SliceRuntime: Judgeable {
  fileprivate func makeJudge() -> any SliceJudging<State, Action> { SliceJudge(runtime: self) }
}

private final class SliceJudge<
  State: AnyObject, Action: Sendable, Value: Equatable & Sendable
>: SliceJudging {
  private let runtime: SliceRuntime<State, Action, Value>
  private var slice: StateSlice<State, Action, Value> { runtime.slice }
  private(set) var exercise: SliceExercise?
  /// The value that the slice has unless other code writes to it; read only while other code runs.
  private var expected: Value?
  /// The differences after the present action: of both sides, and of other code.
  private var differences: [FoundDifference] = []
  private var foreign: [FoundDifference] = []
  /// The exercise of the present action; nil if it is not counted.
  private var counted: ParityLedger.Exercise?

  init(runtime: SliceRuntime<State, Action, Value>) {
    self.runtime = runtime
  }

  var name: String { slice.name }
  var rules: [DifferenceRule] { slice.rules }

  func beginWatch(_ state: State) {
    expected = slice.projection.read(state)
  }

  func noteWrites(of block: String?, _ state: State) {
    guard let expected else { return }
    let present = slice.projection.read(state)
    foreign += runtime.foreignWrites(from: expected, to: present, by: block)
    self.expected = present
  }

  func judge(_ action: Action, _ state: State, counting: Bool) {
    let isExercised = exercise?.isComplete == true
    let run = SliceRun(
      runtime, state, keepsBefore: counting || !isExercised || slice.isolation != nil)
    run.reduce(action, on: .legacy)
    let requested = run.requestedEffects(action, on: .legacy)
    run.reduce(action, on: .value)
    counted = counting ? run.exercise(requested: requested) : nil
    if !counting, !isExercised, let before = run.before {
      noteChange(from: before.value, to: run.value)
    }
    let answer = slice.projection.read(state)
    differences = run.differences(of: answer, after: action, requested: requested).all
    expected = answer
  }

  func takeJudgment() -> (differences: [FoundDifference], exercise: ParityLedger.Exercise?) {
    defer { foreign = [] }
    return (differences + foreign, counted)
  }

  /// Notes which fields an action wrote.
  private func noteChange(from before: Value, to after: Value) {
    var exercise = exercise ?? SliceExercise(before)
    if before != after {
      exercise.note(
        Redactor().reflected(from: before, to: after, by: .declared).map(\.components))
    }
    self.exercise = exercise
  }
}

/// The differences of one slice after one action that no rule explains.
struct SliceFinding {
  let slice: String
  let findings: UnexplainedDifferences

  /// The mismatch after the last of some actions.
  func mismatch<Action>(after actions: [Action], _ options: ParityOptions<Action>) -> Mismatch? {
    guard let last = actions.last else { return nil }
    return findings.mismatch(
      in: slice, actions.count, options.actionType(last),
      options.redactor.masking(findings.masks).text(of: last, at: "action"))
  }
}
