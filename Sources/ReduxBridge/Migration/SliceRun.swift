import ReferenceRedux
import ValueRedux
import ValueReflection

/// One action on both sides of a slice from one pre-state, as at the stages that compare.
///
/// The store and the judge of all checks share it. The reduce blocks run on the state. The reducer
/// runs on a value: that of the slice where it is the control, as at `lead`, and a value of its own
/// otherwise. The caller runs both, with what it measures and performs in between, and then compares them.
///
/// All that has the type of the value is behind references, so that the layout of a run is the same for all.
package struct SliceRun<
  State: AnyObject, Action: Sendable, Value: Equatable & Sendable
> {
  private let runtime: SliceRuntime<State, Action, Value>
  private let state: State
  private let control: Side
  private let box: ValueBox<Value>
  /// The value before the action; nil if nothing needs it.
  package let before: ValueBox<Value>?
  /// The value that the objects held before the action, where the value is the control.
  private let objectsBefore: ValueBox<Value>?
  /// The value that they held after the action before, if that is known, and whether it was the control's value.
  private let latest: ValueBox<Value>?
  private let isLatestControl: Bool
  /// Whether both sides start from the same value; nil to compare with ``latest`` when it is needed.
  private let startsAlike: Bool?
  private let flags: [SliceSignal<State, Value>.Event?]
  private let reduce: SliceKernel<State, Action, Value>.Reduction

  /// Reads the pre-state of both sides.
  ///
  /// The action changes `value` in place; it is nil where the state is the control. The value before the action is kept
  /// at the price of a copy of its collections.
  package init(
    _ runtime: SliceRuntime<State, Action, Value>, value: ValueBox<Value>? = nil, _ state: State,
    since latest: ValueBox<Value>? = nil, isControl isLatestControl: Bool = false, keepsBefore: Bool
  ) {
    self.runtime = runtime
    self.state = state
    control = value == nil ? .legacy : .value
    let read = ValueBox(runtime.slice.projection.read(state))
    box = value ?? read
    objectsBefore = value == nil ? nil : read
    (self.latest, self.isLatestControl) = (latest, isLatestControl)
    var startsAlike: Bool?
    if let value, latest == nil { startsAlike = runtime.areAlike(read.value, value.value) }
    self.startsAlike = startsAlike
    before = keepsBefore ? ValueBox(box.value) : nil
    flags = runtime.hasSignals ? runtime.slice.signals.map { $0.flagged(state) } : []
    // Before the blocks: one that writes to another slice must not change what the reducer reads.
    reduce = runtime.kernel.prepare(state)
  }

  /// The value of the new side: before the action, or after its reducer ran.
  package var value: Value { box.value }

  /// Runs a side; `note` receives the position of each block after it ran.
  package func reduce(_ action: Action, on side: Side, noting note: ((Int) -> Void)? = nil) {
    switch (side, note) {
    case (.legacy, nil): for block in runtime.slice.legacy { block(state, action) }
    case (.legacy, let note?):
      for (index, block) in runtime.slice.legacy.enumerated() {
        block(state, action)
        note(index)
      }
    case (.value, _): reduce(box, action, runtime.number)
    }
  }

  /// The effects that a side requests after the action.
  package func requestedEffects(_ action: Action, on side: Side) -> [RequestedEffect] {
    guard let effects = runtime.slice.effects else { return [] }
    return side == .legacy ? effects.legacy(state, action) : effects.value(box.value, action)
  }

  /// The exercise of the action, by the answers of the new side: where the old one gives others, that is a difference.
  package func exercise(requested: [RequestedEffect]) -> ParityLedger.Exercise {
    var exercise = ParityLedger.Exercise()
    exercise.effects = requested.count
    if let before, !before.hasBits(of: box), !runtime.areAlike(before.value, box.value) {
      exercise.changed = 1
    }
    if runtime.hasSignals {
      exercise.signals = runtime.slice.signals.count { $0.raised(box.value, runtime.number) != nil }
    }
    return exercise
  }

  /// Compares both sides, and brings the state back in step with the value if that is the control.
  ///
  /// The result is all differences, the most significant first, whether the control gives several answers from the same
  /// state, and what the objects hold instead of the value, if that was written and is not what the projection reads.
  package func differences(
    of answer: Value, after action: Action, requested: [RequestedEffect]
  ) -> (all: [FoundDifference], areNoisy: Bool, held: ValueBox<Value>?) {
    if runtime.isPlain, runtime.kernel.areEqual(answer, box.value) { return ([], false, nil) }
    return allDifferences(of: answer, after: action, requested: requested)
  }

  /// The differences of the values that `==` ignores: in what a person sees, such as the sign of a zero.
  package func exactDifferences(of answer: Value) -> [FoundDifference] {
    let (old, new) = (runtime.masked(answer), runtime.masked(box.value))
    // Most often none, and then the redactor is not asked about each path.
    if reflectedDifferences(from: old, to: new, limit: 1, by: .exact).isEmpty { return [] }
    return runtime.recorder.options.redactor.found(.state, from: old, to: new, by: .exact)
  }

  @inline(never)
  private func allDifferences(
    of answer: Value, after action: Action, requested: [RequestedEffect]
  ) -> (all: [FoundDifference], areNoisy: Bool, held: ValueBox<Value>?) {
    let states = runtime.found(.state, from: answer, to: box.value)
    // Windows come first, because they explain differences in the state.
    var found = trespasses(of: answer, action) + states
    found += RequestedEffect.differences(
      legacy: control == .legacy ? requested : requestedEffects(action, on: .legacy),
      value: control == .value ? requested : requestedEffects(action, on: .value),
      by: runtime.slice.equality)
    found += signalDifferences()
    guard let objectsBefore, !states.isEmpty else { return (found, false, nil) }
    let (isNoisy, held) = explain(&found, answer, action, objectsBefore)
    return (found, isNoisy, held)
  }

  /// Finds changes in windows that are not the target of the action, on both sides.
  private func trespasses(of answer: Value, _ action: Action) -> [FoundDifference] {
    guard let isolation = runtime.slice.isolation, let before else { return [] }
    func names(from before: Value, to after: Value) -> Set<String> {
      let windows = isolation.trespasses(runtime.masked(before), runtime.masked(after), action)
      return Set(windows.map { runtime.recorder.options.redactor.name(of: $0, in: "windows") })
    }
    let byLegacy = names(from: (objectsBefore ?? before).value, to: answer)
    let byValue = names(from: before.value, to: box.value)
    return byLegacy.union(byValue).sorted().map { name in
      FoundDifference(
        .window, at: "windows.\(name)",
        legacy: byLegacy.contains(name) ? "changed" : "unchanged",
        value: byValue.contains(name) ? "changed" : "unchanged")
    }
  }

  private func signalDifferences() -> [FoundDifference] {
    zip(runtime.slice.signals, flags).compactMap { signal, before in
      // A flag may be set because the action that cleared it was skipped.
      if before != nil, runtime.comparison.areFlagsStale { return nil }
      return signal.difference(
        before: before, after: signal.flagged(state),
        raised: signal.raised(box.value, runtime.number), by: runtime.slice.equality,
        runtime.recorder.options.redactor)
    }
  }

  /// How the states compare in which both sides started, where the value is the control.
  private enum Start {
    /// They were the same: no other code wrote to the slice's part.
    case alike
    /// Other code wrote to the slice's part, or the projection did not write all of the value.
    case different
    /// They differed as after the action before, since the objects cannot hold the value.
    case knownToDiffer
  }

  /// Finds the cause of a difference of the states, and brings the state back in step with the value.
  ///
  /// Both sides disagree, or other code wrote to the slice's part before them, or the reducer gives several answers.
  private func explain(
    _ found: inout [FoundDifference], _ answer: Value, _ action: Action,
    _ objectsBefore: ValueBox<Value>
  ) -> (isNoisy: Bool, held: ValueBox<Value>?) {
    let replayed = ValueBox(objectsBefore.value)
    reduce(replayed, action, runtime.number)
    func repeats(_ value: Value) -> Bool {
      runtime.found(.state, from: replayed.value, to: value, by: .declared).isEmpty
    }
    let isUntouched = latest.map { runtime.areAlike(objectsBefore.value, $0.value) }
    let start: Start =
      startsAlike ?? (isUntouched != false && (latest == nil || isLatestControl))
      ? .alike : isUntouched == true ? .knownToDiffer : .different
    let isNoisy = start == .alike && !repeats(box.value)
    if start == .different, repeats(answer) {
      for index in found.indices where found[index].subject == .state {
        found[index].subject = .foreignWrite
      }
    } else if start == .knownToDiffer, repeats(answer) {
      // An earlier mismatch is about it, and this action does the same on both sides.
      found.removeAll { $0.subject == .state }
    }
    let projection = runtime.slice.projection
    projection.write(state, box.value)
    let held = projection.read(state)
    let losses = runtime.found(.projection, from: held, to: box.value)
    // Where both sides gave different answers from one state, the difference is not the projection's: a value
    // with the id of an object that is gone cannot be written.
    if start == .different, !losses.isEmpty {
      found = losses + found.filter { $0.subject != .state }
    } else if start == .alike {
      let places = found.filter { $0.subject == .state }.map(\.path)
      found += losses.filter { loss in !places.contains { pathsOverlap($0, loss.path) } }
    }
    return (isNoisy, losses.isEmpty ? nil : ValueBox(held))
  }
}

extension SliceRuntime {
  /// Finds what other code wrote to this slice since its value was an expected one: another block, which
  /// has a name if it is known, or a completion handler with an object that it kept.
  package func foreignWrites(
    from expected: Value, to present: Value, by block: String? = nil
  ) -> [FoundDifference] {
    var found = found(.foreignWrite, from: present, to: expected)
    for index in found.indices { found[index].block = block }
    return found
  }

  /// Finds where two values differ, apart from their signals; two that differ by `==` need not where both are NaN.
  fileprivate func found(
    _ subject: Mismatch.Subject, from legacy: Value, to value: Value,
    by equality: ReflectedEquality? = nil
  ) -> [FoundDifference] {
    let (legacy, value) = (masked(legacy), masked(value))
    let equality = equality ?? slice.equality
    if equality == .declared, kernel.areEqual(legacy, value) { return [] }
    return recorder.options.redactor.found(subject, from: legacy, to: value, by: equality)
  }
}
