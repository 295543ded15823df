import ReferenceRedux
import ValueRedux

/// A slice in a running store: where it stands, and its value while the new side's answer counts.
///
/// `@unchecked Sendable` because all of it is touched on the executor of the store alone, which hands out
/// the state, and with it the blocks of this class, to one caller at a time.
final class SliceRuntime<
  State: AnyObject & Codable & SendableMetatype, Action: Sendable, Value: Equatable & Sendable
>: SliceRunning, @unchecked Sendable {
  private let slice: Slice<State, Action, Value>
  private let recorder: ParityRecorder<Action>
  /// The number of the action that is being reduced.
  private let index: ValueBox<Int>

  private(set) var stage: Stage = .legacy

  /// The value, at the stages at which it is the control; nil at the others.
  private var box: ValueBox<Value>?

  /// Whether the value has moved on while the reference state was left behind, at stage `lead`.
  private var isReferenceBehind = false

  /// The latest actions at the stages that compare, up to the first mismatch.
  private var trace: TraceRecorder<Action, Value>

  /// Whether effects are done; a check without a store only compares them.
  private let performsEffects: Bool

  init(
    _ slice: Slice<State, Action, Value>, recorder: ParityRecorder<Action>,
    index: ValueBox<Int>, performsEffects: Bool = true
  ) {
    self.slice = slice
    self.index = index
    self.recorder = recorder
    self.performsEffects = performsEffects
    trace = TraceRecorder(length: recorder.options.tracedActions)
    recorder.declare(slice.rules, of: slice.name)
  }

  var name: String { slice.name }

  /// The slice's value as it is now.
  func currentValue(_ state: State) -> Value {
    box?.value ?? slice.projection.read(state)
  }

  func move(to newStage: Stage, _ state: State) {
    guard newStage != stage else { return }
    writeBack(state)
    if newStage.control == .value, stage.control == .legacy {
      box = ValueBox(slice.projection.read(state))
    }
    if stage == .migrated, let box {
      slice.projection.write(state, box.value)
    }
    if newStage.control == .legacy {
      box = nil
    }
    trace.reset()
    if newStage == .migrated {
      slice.projection.clear?(state)
    }
    stage = newStage
  }

  func writeBack(_ state: State) {
    guard isReferenceBehind, let box else { return }
    slice.projection.write(state, box.value)
    isReferenceBehind = false
  }

  var blocks: [ReduceBlock<State, Action>] {
    switch (stage, box) {
    case (.shadow, _): [reduceInShadow]
    case (.lead, let box?): [{ self.reduceInLead($0, $1, box) }]
    case (.migrated, let box?):
      slice.effects == nil ? [slice.kernel.block(box, index)] : [{ self.runValue(box, $1) }]
    default: slice.effects == nil ? slice.legacy : [runLegacy]
    }
  }

  // MARK: The control alone

  @Sendable private func runLegacy(_ state: State, _ action: Action) {
    for block in slice.legacy { block(state, action) }
    if let effects = slice.effects { perform(effects.legacy(state, action)) }
  }

  private func runValue(_ box: ValueBox<Value>, _ action: Action) {
    slice.kernel.reduce(box, action, number)
    if let effects = slice.effects { perform(effects.value(box.value, action)) }
  }

  private var number: ActionNumber { ActionNumber(UInt64(index.value)) }

  private func perform(_ effects: [SliceEffect]) {
    guard performsEffects else { return }
    for effect in effects { effect.perform() }
  }

  // MARK: Both sides

  @Sendable private func reduceInShadow(_ state: State, _ action: Action) {
    trace.note(action, index.value) { slice.projection.read(state) }
    guard recorder.shouldCompare(slice: slice.name, action, index.value) else {
      runLegacy(state, action)
      return
    }
    var watch = CheckWatch()
    let candidate = ValueBox(slice.projection.read(state))
    let before = slice.isolation == nil ? nil : candidate.value
    watch.pause()
    for block in slice.legacy { block(state, action) }
    let asked = slice.effects?.legacy(state, action) ?? []
    perform(asked)
    watch.resume()
    slice.kernel.reduce(candidate, action, number)
    var comparison = comparison(legacy: slice.projection.read(state), value: candidate.value)
    comparison.compareEffects(
      legacy: asked, value: slice.effects?.value(candidate.value, action) ?? [])
    comparison.checkWindows(slice.isolation, legacyBefore: before, valueBefore: before, action)
    record(comparison, action, took: watch.stop())
  }

  private func reduceInLead(_ state: State, _ action: Action, _ box: ValueBox<Value>) {
    trace.note(action, index.value) { box.value }
    guard recorder.shouldCompare(slice: slice.name, action, index.value) else {
      isReferenceBehind = true
      runValue(box, action)
      return
    }
    var watch = CheckWatch()
    writeBack(state)
    let legacyBefore = slice.projection.read(state)
    let valueBefore = slice.isolation == nil ? nil : box.value
    watch.pause()
    slice.kernel.reduce(box, action, number)
    let asked = slice.effects?.value(box.value, action) ?? []
    perform(asked)
    watch.resume()
    for block in slice.legacy { block(state, action) }
    var comparison = comparison(legacy: slice.projection.read(state), value: box.value)
    comparison.compareEffects(
      legacy: slice.effects?.legacy(state, action) ?? [], value: asked)
    comparison.checkWindows(
      slice.isolation, legacyBefore: legacyBefore, valueBefore: valueBefore, action)
    if comparison.statesDiffer {
      // Did both sides disagree, or did somebody else write to the slice's part before them?
      let replayed = ValueBox(legacyBefore)
      slice.kernel.reduce(replayed, action, number)
      comparison.noteReplay(replayed.value)
      slice.projection.write(state, box.value)
    }
    record(comparison, action, took: watch.stop())
  }

  private func comparison(legacy: Value, value: Value) -> SliceComparison<Value> {
    SliceComparison(
      legacy: legacy, value: value, areEqual: slice.kernel.areEqual,
      redactor: recorder.options.redactor)
  }

  private func record(
    _ comparison: SliceComparison<Value>, _ action: Action, took cost: Duration
  ) {
    let isMismatch = recorder.record(
      comparison.findings, slice: slice.name, rules: slice.rules, stage: stage, action,
      index.value, took: cost)
    if isMismatch, let trace = trace.trace { recorder.keep(trace, of: slice.name) }
  }
}
