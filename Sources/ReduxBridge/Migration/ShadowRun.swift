import ReferenceRedux
import ValueRedux
import ValueReflection

/// One action on both sides of a slice from one pre-state, as at stage `shadow`.
///
/// The store, the checks and the exploration share it. The control runs on the state, the candidate on
/// a value of its own. The caller runs both, with what it measures and performs in between, and then
/// compares them.
///
/// What has the type of the value is behind references, so that the layout of a run is the same for all.
struct ShadowRun<
  State: AnyObject & Codable & SendableMetatype, Action: Sendable, Value: Equatable & Sendable
> {
  private let runtime: SliceRuntime<State, Action, Value>
  private let state: State
  /// The value before the action; nil if nothing needs it.
  let before: ValueBox<Value>?
  private let candidate: ValueBox<Value>
  private let flags: [SliceSignal<State, Value>.Event?]
  private let reduce: SliceKernel<State, Action, Value>.Reduction

  /// Reads the pre-state of both sides.
  ///
  /// - Parameters:
  ///   - runtime: The slice.
  ///   - state: The state before the action.
  ///   - keepsBefore: Whether to keep the value before the action, at the price of a copy of its
  ///     collections.
  init(_ runtime: SliceRuntime<State, Action, Value>, _ state: State, keepsBefore: Bool) {
    self.runtime = runtime
    self.state = state
    candidate = ValueBox(runtime.slice.projection.read(state))
    before = keepsBefore ? ValueBox(candidate.value) : nil
    flags = runtime.slice.signals.map { $0.flagged(state) }
    // Before the blocks: one that writes to another slice must not change what the reducer reads.
    reduce = runtime.kernel.prepare(state)
  }

  /// The value of the candidate: before the action, or after ``reduceCandidate(_:)``.
  var value: Value { candidate.value }

  func reduceControl(_ action: Action) {
    for block in runtime.slice.legacy { block(state, action) }
  }

  /// What the control requests after the action.
  func requestedEffects(_ action: Action) -> [RequestedEffect] {
    runtime.slice.effects?.legacy(state, action) ?? []
  }

  func reduceCandidate(_ action: Action) {
    reduce(candidate, action, runtime.number)
  }

  /// Compares both sides.
  ///
  /// - Parameters:
  ///   - answer: The value of the control after the action.
  ///   - action: The action.
  ///   - requested: What the control requested.
  ///   - foreign: What other code wrote to the slice before the action.
  ///   - outside: What the blocks wrote outside of the slice.
  /// - Returns: All differences, the most significant first.
  func differences(
    of answer: Value, after action: Action, requested: [RequestedEffect],
    foreign: [FoundDifference] = [], outside: [Mismatch.Difference] = []
  ) -> [FoundDifference] {
    if runtime.isPlain, foreign.isEmpty, outside.isEmpty,
      runtime.kernel.areEqual(answer, candidate.value)
    {
      return []
    }
    var comparison = runtime.comparison(legacy: answer, value: candidate.value)
    comparison.putFirst(foreign)
    comparison.add(outside)
    comparison.compareEffects(
      legacy: requested, value: runtime.slice.effects?.value(candidate.value, action) ?? [])
    comparison.add(runtime.signalDifferences(since: flags, state, candidate.value))
    let masked = before.map { runtime.masked($0.value) }
    comparison.checkWindows(
      runtime.slice.isolation, legacyBefore: masked, valueBefore: masked, action)
    return comparison.differences
  }
}

// What both kinds of runs compare.
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
}

extension SliceRuntime {
  func findings(after action: Action, ofType type: String, _ state: State)
    -> UnexplainedDifferences?
  {
    let run = ShadowRun(self, state, keepsBefore: slice.isolation != nil)
    run.reduceControl(action)
    let requested = run.requestedEffects(action)
    run.reduceCandidate(action)
    let differences = run.differences(
      of: slice.projection.read(state), after: action, requested: requested)
    guard !differences.isEmpty else { return nil }
    let findings = UnexplainedDifferences(
      differences, isNoisy: false, after: type, rules: slice.rules,
      redactor: recorder.options.redactor)
    return findings.count == 0 ? nil : findings
  }
}

extension MigrationCoordinator {
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
