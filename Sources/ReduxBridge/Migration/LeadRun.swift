import ReferenceRedux

/// One action on both sides of a slice, as at stage `lead`.
///
/// The control runs on the value, the candidate on the state, which has the value before the action
/// unless other code wrote to it.
struct LeadRun<
  State: AnyObject & Codable & SendableMetatype, Action: Sendable, Value: Equatable & Sendable
> {
  private let runtime: SliceRuntime<State, Action, Value>
  private let state: State
  /// The value before the action; nil if nothing needs it.
  let before: ValueBox<Value>?
  private let control: ValueBox<Value>
  /// The candidate's value before the action.
  private let candidateBefore: ValueBox<Value>
  private let startedAlike: Bool
  private let flags: [SliceSignal<State, Value>.Event?]
  private let reduce: SliceKernel<State, Action, Value>.Reduction

  /// Reads the pre-state of both sides.
  ///
  /// - Parameters:
  ///   - runtime: The slice.
  ///   - control: Its value, which the action changes in place.
  ///   - state: The state before the action, which has this value.
  ///   - keepsBefore: Whether to keep the value before the action, at the price of a copy of its
  ///     collections.
  init(
    _ runtime: SliceRuntime<State, Action, Value>, _ control: ValueBox<Value>, _ state: State,
    keepsBefore: Bool
  ) {
    self.runtime = runtime
    self.control = control
    self.state = state
    candidateBefore = ValueBox(runtime.slice.projection.read(state))
    startedAlike = runtime.areAlike(candidateBefore.value, control.value)
    before = keepsBefore ? ValueBox(control.value) : nil
    flags = runtime.slice.signals.map { $0.flagged(state) }
    reduce = runtime.kernel.prepare(state)
  }

  func reduceControl(_ action: Action) {
    reduce(control, action, runtime.number)
  }

  /// What the control requests after the action.
  func requestedEffects(_ action: Action) -> [RequestedEffect] {
    runtime.slice.effects?.value(control.value, action) ?? []
  }

  func reduceCandidate(_ action: Action) {
    for block in runtime.slice.legacy { block(state, action) }
  }

  /// Compares both sides, and brings the state back in step with the value if they differ.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - requested: What the control requested.
  /// - Returns: All differences, the most significant first, and whether the control gives several
  ///   answers from the same state.
  func differences(
    after action: Action, requested: [RequestedEffect]
  ) -> (all: [FoundDifference], areNoisy: Bool) {
    let answer = runtime.slice.projection.read(state)
    if runtime.isPlain, runtime.kernel.areEqual(answer, control.value) { return ([], false) }
    var comparison = runtime.comparison(legacy: answer, value: control.value)
    comparison.compareEffects(
      legacy: runtime.slice.effects?.legacy(state, action) ?? [], value: requested)
    comparison.add(runtime.signalDifferences(since: flags, state, control.value))
    comparison.checkWindows(
      runtime.slice.isolation, legacyBefore: runtime.masked(candidateBefore.value),
      valueBefore: before.map { runtime.masked($0.value) }, action)
    if comparison.statesDiffer { explain(&comparison, action) }
    return (comparison.differences, comparison.isNoisy)
  }

  /// Finds the cause of a difference, and brings the state back in step.
  private func explain(_ comparison: inout SliceComparison<Value>, _ action: Action) {
    // Both sides disagree, or other code wrote to the slice's part before them, or the reducer gives
    // several answers.
    let replayed = ValueBox(candidateBefore.value)
    reduce(replayed, action, runtime.number)
    comparison.noteReplay(runtime.masked(replayed.value), startedAlike: startedAlike)
    let projection = runtime.slice.projection
    projection.write(state, control.value)
    comparison.checkWriteBack(
      read: runtime.masked(projection.read(state)), wrote: runtime.masked(control.value))
  }
}
