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
  /// - Parameters:
  ///   - runtime: The slice.
  ///   - value: Its value, which the action changes in place; nil where the state is the control.
  ///   - state: The state before the action.
  ///   - latest: What the objects held after the action before, if that is known.
  ///   - isLatestControl: Whether that was the value of the control.
  ///   - keepsBefore: Whether to keep the value before the action, at the price of a copy of its
  ///     collections.
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

  /// The exercise of the action, by the answers of the new side: where the old one gives others, that is a
  /// difference.
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
  /// - Parameters:
  ///   - answer: The value of the old side after the action.
  ///   - action: The action.
  ///   - requested: What the control requested.
  /// - Returns: All differences, the most significant first, whether the control gives several answers from
  ///   the same state, and what the objects hold instead of the value, if that was written and is not
  ///   what the projection reads.
  package func differences(
    of answer: Value, after action: Action, requested: [RequestedEffect]
  ) -> (all: [FoundDifference], areNoisy: Bool, held: ValueBox<Value>?) {
    if runtime.isPlain, runtime.kernel.areEqual(answer, box.value) { return ([], false, nil) }
    return allDifferences(of: answer, after: action, requested: requested)
  }

  @inline(never)
  private func allDifferences(
    of answer: Value, after action: Action, requested: [RequestedEffect]
  ) -> (all: [FoundDifference], areNoisy: Bool, held: ValueBox<Value>?) {
    var comparison = runtime.comparison(legacy: answer, value: box.value)
    comparison.compareEffects(
      legacy: control == .legacy ? requested : requestedEffects(action, on: .legacy),
      value: control == .value ? requested : requestedEffects(action, on: .value))
    comparison.add(runtime.signalDifferences(since: flags, state, box.value))
    let before = before.map { runtime.masked($0.value) }
    comparison.checkWindows(
      runtime.slice.isolation,
      legacyBefore: objectsBefore.map { runtime.masked($0.value) } ?? before, valueBefore: before,
      action)
    var held: ValueBox<Value>?
    if let objectsBefore, comparison.statesDiffer {
      held = explain(&comparison, action, objectsBefore)
    }
    return (comparison.differences, comparison.isNoisy, held)
  }

  /// Finds the cause of a difference, and brings the state back in step with the value.
  private func explain(
    _ comparison: inout SliceComparison<Value>, _ action: Action, _ objectsBefore: ValueBox<Value>
  ) -> ValueBox<Value>? {
    // Both sides disagree, or other code wrote to the slice's part before them, or the reducer gives
    // several answers.
    let replayed = ValueBox(objectsBefore.value)
    reduce(replayed, action, runtime.number)
    let isUntouched = latest.map { runtime.areAlike(objectsBefore.value, $0.value) }
    let start: StartOfSides =
      startsAlike ?? (isUntouched != false && (latest == nil || isLatestControl))
      ? .alike : isUntouched == true ? .knownToDiffer : .different
    comparison.noteReplay(runtime.masked(replayed.value), from: start)
    let projection = runtime.slice.projection
    projection.write(state, box.value)
    let held = projection.read(state)
    let isHeld = comparison.checkWriteBack(
      read: runtime.masked(held), wrote: runtime.masked(box.value), from: start)
    return isHeld ? nil : ValueBox(held)
  }
}

extension SliceRuntime {
  /// Returns a value without its signals, which are compared by the moment of raising them.
  func masked(_ value: Value) -> Value {
    guard hasSignals else { return value }
    var value = value
    for signal in slice.signals { signal.mask(&value) }
    return value
  }

  /// Whether two values are equal apart from their signals.
  func areAlike(_ one: Value, _ other: Value) -> Bool {
    hasSignals
      ? kernel.areEqual(masked(one), masked(other)) : kernel.areEqual(one, other)
  }

  /// Finds what other code wrote to this slice since its value was an expected one: another block, which
  /// has a name if it is known, or a completion handler with an object that it kept.
  package func foreignWrites(
    from expected: Value, to present: Value, by block: String? = nil
  ) -> [FoundDifference] {
    let (old, new) = (masked(expected), masked(present))
    if slice.equality == .declared, kernel.areEqual(old, new) { return [] }
    var found = recorder.options.redactor.found(
      .foreignWrite, from: new, to: old, by: slice.equality)
    for index in found.indices { found[index].block = block }
    return found
  }

  func comparison(legacy: Value, value: Value) -> SliceComparison<Value> {
    SliceComparison(
      legacy: masked(legacy), value: masked(value), areEqual: kernel.areEqual,
      by: slice.equality, redactor: recorder.options.redactor)
  }

  func signalDifferences(
    since flags: [SliceSignal<State, Value>.Event?], _ state: State, _ value: Value
  ) -> [FoundDifference] {
    zip(slice.signals, flags).compactMap { signal, before in
      // A flag may be set because the action that cleared it was skipped.
      if before != nil, areFlagsStale { return nil }
      return signal.difference(
        before: before, after: signal.flagged(state), raised: signal.raised(value, number),
        by: slice.equality, recorder.options.redactor)
    }
  }
}

/// The value of a slice after its latest compared action.
///
/// The value before the next action is compared with it, at first each time and later now and then,
/// because it costs a comparison more.
struct ValueAtRest<Value> {
  private var latest: (value: ValueBox<Value>, index: Int)?
  private var notes = 0

  /// Keeps the value after an action.
  @inline(__always)
  mutating func note(_ value: Value, at index: Int) {
    notes += 1
    latest = notes <= 256 || notes % 16 == 0 ? (ValueBox(value), index) : nil
  }

  /// The value after the action before this one; nil if it is unknown.
  @inline(__always)
  func value(before index: Int) -> ValueBox<Value>? {
    latest?.index == index - 1 ? latest?.value : nil
  }
}
