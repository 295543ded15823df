import ReferenceRedux
import ValueRedux
import ValueReflection

/// One action on both sides of a slice from one pre-state, as at the stages that compare.
///
/// The store, the checks and the exploration share it. The reduce blocks run on the state. The reducer
/// runs on a value: that of the slice where it is the control, as at `lead`, and a value of its own
/// otherwise. The caller runs both, with what it measures and performs in between, and then compares them.
///
/// What has the type of the value is behind references, so that the layout of a run is the same for all.
struct SliceRun<
  State: AnyObject & Codable & SendableMetatype, Action: Sendable, Value: Equatable & Sendable
> {
  private let runtime: SliceRuntime<State, Action, Value>
  private let state: State
  private let control: Side
  private let box: ValueBox<Value>
  /// The value before the action; nil if nothing needs it.
  let before: ValueBox<Value>?
  /// What the objects held before the action, where the value is the control.
  private let objectsBefore: ValueBox<Value>?
  /// What they held after the action before, if both sides agreed then.
  private let latest: ValueBox<Value>?
  /// Whether both sides start from the same value; nil to compare with ``latest`` when it is needed.
  private let startsAlike: Bool?
  private let flags: [SliceSignal<State, Value>.Event?]
  private let reduce: SliceKernel<State, Action, Value>.Reduction

  /// Reads the pre-state of both sides.
  ///
  /// - Parameters:
  ///   - runtime: The slice.
  ///   - value: Its value, which the action changes in place; nil where the state is the control.
  ///   - state: The state before the action.
  ///   - latest: What the objects held after the action before, if both sides agreed then.
  ///   - keepsBefore: Whether to keep the value before the action, at the price of a copy of its
  ///     collections.
  init(
    _ runtime: SliceRuntime<State, Action, Value>, value: ValueBox<Value>? = nil, _ state: State,
    since latest: ValueBox<Value>? = nil, keepsBefore: Bool
  ) {
    self.runtime = runtime
    self.state = state
    control = value == nil ? .legacy : .value
    let read = ValueBox(runtime.slice.projection.read(state))
    box = value ?? read
    objectsBefore = value == nil ? nil : read
    self.latest = latest
    startsAlike = latest == nil ? value.map { runtime.areAlike(read.value, $0.value) } : nil
    before = keepsBefore ? ValueBox(box.value) : nil
    flags = runtime.slice.signals.map { $0.flagged(state) }
    // Before the blocks: one that writes to another slice must not change what the reducer reads.
    reduce = runtime.kernel.prepare(state)
  }

  /// The value of the new side: before the action, or after its reducer ran.
  var value: Value { box.value }

  func reduce(_ action: Action, on side: Side) {
    switch side {
    case .legacy: for block in runtime.slice.legacy { block(state, action) }
    case .value: reduce(box, action, runtime.number)
    }
  }

  /// What a side requests after the action.
  func requestedEffects(_ action: Action, on side: Side) -> [RequestedEffect] {
    guard let effects = runtime.slice.effects else { return [] }
    return side == .legacy ? effects.legacy(state, action) : effects.value(box.value, action)
  }

  /// What the action exercised, by the answers of the new side: where the old one gives others, that is a
  /// difference.
  func exercise(requested: [RequestedEffect]) -> ParityLedger.Exercise {
    let signals = runtime.slice.signals.count { $0.raised(box.value, runtime.number) != nil }
    let isChanged = before.map { !runtime.areAlike($0.value, box.value) } ?? false
    return .init(changed: isChanged ? 1 : 0, effects: requested.count, signals: signals)
  }

  /// Compares both sides, and brings the state back in step with the value if that is the control.
  ///
  /// - Parameters:
  ///   - answer: The value of the old side after the action.
  ///   - action: The action.
  ///   - requested: What the control requested.
  ///   - foreign: What other code wrote to the slice before the action.
  ///   - outside: What the blocks wrote outside of the slice.
  /// - Returns: All differences, the most significant first, and whether the control gives several
  ///   answers from the same state.
  func differences(
    of answer: Value, after action: Action, requested: [RequestedEffect],
    foreign: [FoundDifference] = [], outside: [Mismatch.Difference] = []
  ) -> (all: [FoundDifference], areNoisy: Bool) {
    if runtime.isPlain, foreign.isEmpty, outside.isEmpty,
      runtime.kernel.areEqual(answer, box.value)
    {
      return ([], false)
    }
    var comparison = runtime.comparison(legacy: answer, value: box.value)
    comparison.putFirst(foreign)
    comparison.add(outside)
    comparison.compareEffects(
      legacy: control == .legacy ? requested : requestedEffects(action, on: .legacy),
      value: control == .value ? requested : requestedEffects(action, on: .value))
    comparison.add(runtime.signalDifferences(since: flags, state, box.value))
    let before = before.map { runtime.masked($0.value) }
    comparison.checkWindows(
      runtime.slice.isolation,
      legacyBefore: objectsBefore.map { runtime.masked($0.value) } ?? before, valueBefore: before,
      action)
    if let objectsBefore, comparison.statesDiffer { explain(&comparison, action, objectsBefore) }
    return (comparison.differences, comparison.isNoisy)
  }

  /// Finds the cause of a difference, and brings the state back in step with the value.
  private func explain(
    _ comparison: inout SliceComparison<Value>, _ action: Action, _ objectsBefore: ValueBox<Value>
  ) {
    // Both sides disagree, or other code wrote to the slice's part before them, or the reducer gives
    // several answers.
    let replayed = ValueBox(objectsBefore.value)
    reduce(replayed, action, runtime.number)
    let startedAlike =
      startsAlike ?? latest.map { runtime.areAlike(objectsBefore.value, $0.value) } ?? true
    comparison.noteReplay(runtime.masked(replayed.value), startedAlike: startedAlike)
    let projection = runtime.slice.projection
    projection.write(state, box.value)
    comparison.checkWriteBack(
      read: runtime.masked(projection.read(state)), wrote: runtime.masked(box.value))
  }
}

extension SliceRuntime {
  func comparison(legacy: Value, value: Value) -> SliceComparison<Value> {
    SliceComparison(
      legacy: masked(legacy), value: masked(value), areEqual: kernel.areEqual,
      by: slice.equality, redactor: recorder.options.redactor)
  }

  func signalDifferences(
    since flags: [SliceSignal<State, Value>.Event?], _ state: State, _ value: Value
  ) -> [Mismatch.Difference] {
    zip(slice.signals, flags).compactMap { signal, before in
      // A flag may be set because the action that cleared it was skipped.
      if before != nil, areFlagsStale { return nil }
      return signal.difference(
        before: before, after: signal.flagged(state), raised: signal.raised(value, number),
        by: slice.equality, recorder.options.redactor)
    }
  }

  func findings(after action: Action, ofType type: String, _ state: State)
    -> UnexplainedDifferences?
  {
    let isExercised = exercise?.isComplete == true
    let run = SliceRun(self, state, keepsBefore: !isExercised || slice.isolation != nil)
    run.reduce(action, on: .legacy)
    let requested = run.requestedEffects(action, on: .legacy)
    run.reduce(action, on: .value)
    if !isExercised, let before = run.before { noteChange(from: before.value, to: run.value) }
    let differences = run.differences(
      of: slice.projection.read(state), after: action, requested: requested
    ).all
    guard !differences.isEmpty else { return nil }
    let findings = UnexplainedDifferences(
      differences, isNoisy: false, after: type, rules: slice.rules,
      redactor: recorder.options.redactor)
    return findings.count == 0 ? nil : findings
  }
}

extension SliceRuntime {
  /// Notes which fields an action wrote.
  private func noteChange(from before: Value, to after: Value) {
    var exercise = exercise ?? SliceExercise(before)
    if !kernel.areEqual(before, after) {
      exercise.note(
        Redactor.secretsOnly.reflected(from: before, to: after, by: .declared).map(\.components))
    }
    self.exercise = exercise
  }
}

extension MigrationCoordinator {
  /// What the actions of ``finding(after:ofType:number:judging:_:)`` wrote, by slice.
  package var exercises: [(name: String, exercise: SliceExercise)] {
    parts.compactMap { part in
      guard case .slice(let slice) = part, let exercise = slice.exercise else { return nil }
      return (slice.name, exercise)
    }
  }

  /// Reduces an action by all blocks, and the slice with a name, or all if it is nil, on both sides.
  ///
  /// It returns the first finding; nil if both sides agree.
  package func finding(
    after action: Action, ofType type: String, number: Int, judging name: String?, _ state: State
  ) -> SliceFinding? {
    unsafe self.number.place.pointee = ActionNumber(UInt64(number))
    var finding: SliceFinding?
    for part in parts {
      switch part {
      case .blocks(let blocks):
        for block in blocks { block(state, action) }
      case .slice(let slice) where name == nil || slice.name == name:
        if let found = slice.findings(after: action, ofType: type, state), finding == nil {
          finding = SliceFinding(slice: slice.name, findings: found)
        }
      case .slice(let slice):
        for block in slice.blocks { block(state, action) }
      }
    }
    return finding
  }
}

/// What no rule explains, of one slice after one action.
package struct SliceFinding {
  let slice: String
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

/// The value of a slice after its latest compared action.
///
/// The value before the next action is compared with it, at first each time and later now and then,
/// because it costs a comparison more.
struct ValueAtRest<Value> {
  private var latest: (value: Value, index: Int)?
  private var notes = 0

  /// Keeps the value after an action.
  mutating func note(_ value: Value, at index: Int) {
    notes += 1
    latest = notes <= 256 || notes % 16 == 0 ? (value, index) : nil
  }

  /// The value after the action before this one; nil if it is unknown.
  func value(before index: Int) -> Value? {
    latest.flatMap { $0.index == index - 1 ? $0.value : nil }
  }
}
