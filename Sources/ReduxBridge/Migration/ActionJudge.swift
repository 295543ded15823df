import ReferenceRedux
import ValueRedux
import ValueReflection

/// Judges both sides of one slice, or of all, action by action and without a store: for every check.
///
/// Both sides run as at ``Stage/shadow``. What other code writes to a slice is found in the action in which
/// it does so, from the values before the action, around the slice's own blocks, and after the action.
/// So a judgment depends on the state and the action alone: a list, a random search and a visit of all states
/// judge alike.
///
/// Confined to one thread, with the coordinator.
package struct ActionJudge<State: AnyObject & Codable & SendableMetatype, Action: Sendable> {
  private enum Step {
    case block(ReduceBlock<State, Action>, name: String)
    case slice(any SliceRunning<State, Action>)
  }

  private let recorder: ParityRecorder<Action>
  private let number: ValueBox<ActionNumber>
  private var steps: [Step] = []
  private var judged: [any SliceRunning<State, Action>] = []
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
  package init(
    _ entries: [MigrationEntry<State, Action>], recorder: ParityRecorder<Action>,
    judging name: String? = nil
  ) {
    let coordinator = MigrationCoordinator(
      entries: entries, recorder: recorder, performsEffects: false)
    (self.recorder, number) = (recorder, coordinator.number)
    var unclaimed = 0
    for part in coordinator.parts {
      switch part {
      case .blocks(let blocks):
        for block in blocks {
          steps.append(.block(block, name: "unclaimed.\(unclaimed)"))
          unclaimed += 1
        }
      case .slice(let slice) where name == nil || slice.name == name:
        steps.append(.slice(slice))
        judged.append(slice)
      case .slice(let slice):
        for (index, block) in slice.listed.legacy.enumerated() {
          steps.append(.block(block, name: "\(slice.name).\(index)"))
        }
      }
    }
  }

  /// What the actions wrote so far, by slice; a slice that none reached is missing.
  package var exercises: [(name: String, exercise: SliceExercise)] {
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
  package func finding(
    after action: Action, ofType type: String, number: Int, _ state: State
  ) -> SliceFinding? {
    reduce(action, number, state, counting: false)
    var finding: SliceFinding?
    for slice in judged {
      let differences = slice.takeJudgment().differences
      guard finding == nil, !differences.isEmpty else { continue }
      let findings = UnexplainedDifferences(
        differences, isNoisy: false, after: type, rules: slice.rules,
        redactor: recorder.options.redactor)
      if findings.count > 0 { finding = SliceFinding(slice: slice.name, findings: findings) }
    }
    return finding
  }

  /// Reduces an action on both sides, and has the recorder count it and keep its mismatches.
  package func record(_ action: Action, number: Int, _ state: State) {
    reduce(action, number, state, counting: true)
    for slice in judged {
      let (differences, exercise) = slice.takeJudgment()
      _ = recorder.record(
        differences, isNoisy: false, exercise, slice: slice.name,
        rules: slice.rules, stage: .shadow, action, number, took: .zero)
    }
  }

  private func reduce(_ action: Action, _ index: Int, _ state: State, counting: Bool) {
    unsafe number.place.pointee = ActionNumber(UInt64(index))
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

/// What a check without a store keeps of a slice.
struct SliceCheck<Value> {
  /// What the actions wrote; nil before the first.
  var exercise: SliceExercise?
  /// The value that the slice has unless other code writes to it; nil if none runs.
  var expected: ValueBox<Value>?
  /// What was found after the present action: of both sides, and of other code.
  var differences: [FoundDifference] = []
  var foreign: [FoundDifference] = []
  /// What the present action exercised, if it is counted.
  var counted = ParityLedger.Exercise()
}

extension SliceRuntime {
  var rules: [DifferenceRule] { slice.rules }

  var exercise: SliceExercise? { check.exercise }

  func beginWatch(_ state: State) {
    check.expected = ValueBox(slice.projection.read(state))
  }

  /// Finds what other code wrote to this slice since its value was an expected one: another block, which
  /// has a name if it is known, or a completion handler with an object that it kept.
  func foreignWrites(
    from expected: Value, to present: Value, by block: String? = nil
  ) -> [FoundDifference] {
    let (old, new) = (masked(expected), masked(present))
    if slice.equality == .declared, kernel.areEqual(old, new) { return [] }
    var found = recorder.options.redactor.found(
      .foreignWrite, from: new, to: old, by: slice.equality)
    for index in found.indices { found[index].block = block }
    return found
  }

  func noteWrites(of block: String?, _ state: State) {
    guard let expected = check.expected else { return }
    let present = slice.projection.read(state)
    let found = foreignWrites(from: expected.value, to: present, by: block)
    guard !found.isEmpty else { return }
    check.foreign += found
    check.expected = ValueBox(present)
  }

  func judge(_ action: Action, _ state: State, counting: Bool) {
    let isExercised = exercise?.isComplete == true
    let run = SliceRun(
      self, state, keepsBefore: counting || !isExercised || slice.isolation != nil)
    run.reduce(action, on: .legacy)
    let requested = run.requestedEffects(action, on: .legacy)
    run.reduce(action, on: .value)
    if counting {
      check.counted = run.exercise(requested: requested)
    } else if !isExercised, let before = run.before {
      noteChange(from: before.value, to: run.value)
    }
    let answer = slice.projection.read(state)
    check.differences = run.differences(of: answer, after: action, requested: requested).all
    if check.expected != nil { check.expected = ValueBox(answer) }
  }

  func takeJudgment() -> (differences: [FoundDifference], exercise: ParityLedger.Exercise) {
    defer { check.foreign = [] }
    return (check.differences + check.foreign, check.counted)
  }

  /// Notes which fields an action wrote.
  private func noteChange(from before: Value, to after: Value) {
    var exercise = exercise ?? SliceExercise(before)
    if !kernel.areEqual(before, after) {
      exercise.note(
        Redactor.secretsOnly.reflected(from: before, to: after, by: .declared).map(\.components))
    }
    check.exercise = exercise
  }
}

/// What no rule explains, of one slice after one action.
package struct SliceFinding {
  package let slice: String
  let findings: UnexplainedDifferences

  /// The mismatch after the last of some actions.
  package func mismatch<Action>(
    after actions: [Action], _ options: ParityOptions<Action>
  ) -> Mismatch? {
    guard let last = actions.last else { return nil }
    let place = ComparedAction(
      slice: slice, stage: .shadow, index: actions.count, type: options.actionType(last),
      text: options.redactor.text(of: last, at: "action"))
    return Mismatch(findings.shown, count: findings.count, at: place) { _ in 1 }
  }
}
