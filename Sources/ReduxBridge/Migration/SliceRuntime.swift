import ReferenceRedux
import ValueRedux

/// A slice in a running store: where it stands, and its value while the new side's answer counts.
///
/// Confined to the executor of the store, as the state is.
final class SliceRuntime<
  State: AnyObject & Codable & SendableMetatype, Action: Sendable, Value: Equatable & Sendable
>:
  SliceRunning
{
  private let slice: Slice<State, Action, Value>
  private let recorder: ParityRecorder<Action>

  private(set) var stage: Stage = .legacy

  /// The value, at the stages at which it is the control; nil at the others.
  private var value: Value?

  /// Whether the value has moved on while the reference state was left behind, at stage `lead`.
  private var isReferenceBehind = false

  /// The latest actions at the stages that compare, up to the first mismatch.
  private var trace: TraceRecorder<Action, Value>

  /// Whether effects are done; a check without a store only compares them.
  private let performsEffects: Bool

  init(
    _ slice: Slice<State, Action, Value>, recorder: ParityRecorder<Action>,
    performsEffects: Bool = true
  ) {
    self.slice = slice
    self.recorder = recorder
    self.performsEffects = performsEffects
    trace = TraceRecorder(length: recorder.options.tracedActions)
    recorder.declare(slice.rules, of: slice.name)
  }

  var name: String { slice.name }

  var legacyBlocks: [ReduceBlock<State, Action>] {
    guard let effects = slice.effects else { return slice.legacy }
    let performing: ReduceBlock<State, Action> = { state, action in
      for effect in effects.legacy(state, action) { effect.perform() }
    }
    return slice.legacy + [performing]
  }

  /// The slice's value as it is now.
  func currentValue(_ state: State) -> Value {
    value ?? slice.projection.read(state)
  }

  func move(to newStage: Stage, _ state: State) {
    guard newStage != stage else { return }
    writeBack(state)
    if newStage.control == .value, stage.control == .legacy {
      value = slice.projection.read(state)
    }
    if stage == .migrated, let value {
      slice.projection.write(state, value)
    }
    if newStage.control == .legacy {
      value = nil
    }
    trace.reset()
    if newStage == .migrated {
      slice.projection.clear?(state)
    }
    stage = newStage
  }

  func writeBack(_ state: State) {
    guard isReferenceBehind, let value else { return }
    slice.projection.write(state, value)
    isReferenceBehind = false
  }

  func reduce(_ state: State, _ action: Action, index: Int) {
    switch stage {
    case .legacy: runLegacy(state, action)
    case .shadow: reduceInShadow(state, action, index)
    case .lead: reduceInLead(state, action, index)
    case .migrated: runValue(action, index)
    }
  }

  // MARK: The control alone

  private func runLegacy(_ state: State, _ action: Action) {
    for block in slice.legacy { block(state, action) }
    guard let effects = slice.effects else { return }
    perform(effects.legacy(state, action))
  }

  private func runValue(_ action: Action, _ index: Int) {
    slice.reducer.reduce(&value!, action, number: ActionNumber(UInt64(index)))
    guard let effects = slice.effects else { return }
    perform(effects.value(value!, action))
  }

  private func perform(_ effects: [SliceEffect]) {
    guard performsEffects else { return }
    for effect in effects { effect.perform() }
  }

  // MARK: Both sides

  private func reduceInShadow(_ state: State, _ action: Action, _ index: Int) {
    trace.note(action, index) { slice.projection.read(state) }
    guard recorder.shouldCompare(slice: slice.name, action, index) else {
      return runLegacy(state, action)
    }
    let number = ActionNumber(UInt64(index))
    var watch = CheckWatch()
    var candidate = slice.projection.read(state)
    let before = slice.isolation == nil ? nil : candidate
    watch.pause()
    for block in slice.legacy { block(state, action) }
    let asked = slice.effects?.legacy(state, action) ?? []
    perform(asked)
    watch.resume()
    slice.reducer.reduce(&candidate, action, number: number)
    var comparison = SliceComparison(
      legacy: slice.projection.read(state), value: candidate, redactor: recorder.options.redactor)
    comparison.compareEffects(
      legacy: asked, value: slice.effects?.value(candidate, action) ?? [])
    comparison.checkWindows(slice.isolation, legacyBefore: before, valueBefore: before, action)
    record(comparison, action, index, took: watch.stop())
  }

  private func reduceInLead(_ state: State, _ action: Action, _ index: Int) {
    trace.note(action, index) { value! }
    guard recorder.shouldCompare(slice: slice.name, action, index) else {
      runValue(action, index)
      isReferenceBehind = true
      return
    }
    let number = ActionNumber(UInt64(index))
    var watch = CheckWatch()
    writeBack(state)
    let legacyBefore = slice.projection.read(state)
    let valueBefore = slice.isolation == nil ? nil : value
    watch.pause()
    slice.reducer.reduce(&value!, action, number: number)
    let asked = slice.effects?.value(value!, action) ?? []
    perform(asked)
    watch.resume()
    for block in slice.legacy { block(state, action) }
    var comparison = SliceComparison(
      legacy: slice.projection.read(state), value: value!, redactor: recorder.options.redactor)
    comparison.compareEffects(
      legacy: slice.effects?.legacy(state, action) ?? [], value: asked)
    comparison.checkWindows(
      slice.isolation, legacyBefore: legacyBefore, valueBefore: valueBefore, action)
    if comparison.statesDiffer {
      // Did both sides disagree, or did somebody else write to the slice's part before them?
      var replayed = legacyBefore
      slice.reducer.reduce(&replayed, action, number: number)
      comparison.noteReplay(replayed)
      slice.projection.write(state, value!)
    }
    record(comparison, action, index, took: watch.stop())
  }

  private func record(
    _ comparison: SliceComparison<Value>, _ action: Action, _ index: Int, took cost: Duration
  ) {
    let isMismatch = recorder.record(
      comparison.findings, slice: slice.name, rules: slice.rules, stage: stage, action, index,
      took: cost)
    if isMismatch, let trace = trace.trace { recorder.keep(trace, of: slice.name) }
  }
}
