import ReferenceRedux
import ValueRedux
import ValueReflection

/// A slice in a running store: its stage, and its value while the answer of the new side counts.
///
/// `@unchecked Sendable` because:
/// 1. `name`, `hasSignals` and `listeners` are constants and safe from any thread.
/// 2. Everything else is touched on the executor of the store only, which lends the state, and with
///    it the blocks of this class, to one caller at a time.
final class SliceRuntime<
  State: AnyObject & Codable & SendableMetatype, Action: Sendable, Value: Equatable & Sendable
>: SliceRunning, @unchecked Sendable {
  let slice: StateSlice<State, Action, Value>
  let kernel: SliceKernel<State, Action, Value>
  let recorder: ParityRecorder<Action>
  /// The number of the action that is being reduced.
  private let index: ValueBox<Int>
  /// All slices that this one reads, directly or through others, by name.
  private let allReads: [String: any SliceRunning<State, Action>]
  let readNames: [String]

  /// The listeners that must be notified of each change on which both sides agree.
  let listeners = Listeners<Value>()

  /// The flags of the old side; nil if the slice has no signals.
  let raisedFlags: RaisedFlags<State, Value>?

  private(set) var stage: Stage = .legacy
  private(set) var upkeep: Upkeep = .beforeBlocks

  /// The value at the stages at which it is the control; nil at the others.
  private var box: ValueBox<Value>?

  /// Whether the reference state may lag behind the value.
  private var isReferenceBehind = false

  /// The value that was written to the reference state last, if no legacy block changed it since.
  ///
  /// An action that changes nothing then costs a comparison, and no write.
  private var written: Value?

  /// Finds what the blocks write outside of this slice, and what other code writes to it.
  private let footprints: FootprintProbe<State, Action>?
  private var rest = ValueAtRest<Value>()

  /// The latest actions at the stages that compare, up to the first mismatch.
  private var trace: TraceRecorder<Action, Value>
  private let isTracing: Bool

  /// Whether the flags of the old side lag behind, since an action was skipped at stage `lead`.
  private var areFlagsStale = false

  /// Whether effects are performed; a check without a store only compares them.
  private let performsEffects: Bool

  init(
    _ slice: StateSlice<State, Action, Value>, in surroundings: SliceSurroundings<State, Action>
  ) {
    self.slice = slice
    kernel = slice.makeKernel(surroundings)
    readNames = slice.reads().map(\.name)
    let names = Set(slice.listed.allReads.map(\.name))
    allReads = surroundings.running.filter { names.contains($0.key) }
    index = surroundings.index
    recorder = surroundings.recorder
    performsEffects = surroundings.performsEffects
    raisedFlags = slice.signals.isEmpty ? nil : RaisedFlags(slice.signals)
    footprints = surroundings.footprints
    trace = TraceRecorder(length: recorder.options.tracedActions)
    isTracing = recorder.options.tracedActions > 0
    recorder.declare(slice.rules, of: slice.name)
  }

  var name: String { slice.name }

  /// The present value of the slice.
  func currentValue(_ state: State) -> Value {
    box?.value ?? slice.projection.read(state)
  }

  /// Returns the reducer for the next action, with what it reads of other slices at this moment.
  func reduction(_ state: State) -> SliceKernel<State, Action, Value>.Reduction {
    kernel.prepare(state)
  }

  func move(to newStage: Stage, _ state: State) {
    guard newStage != stage else { return }
    if newStage.control == .value, box == nil {
      box = ValueBox(slice.projection.read(state))
    } else if newStage.control == .legacy {
      // Even if other code wrote to the objects: the answer of the control counts.
      write(to: state)
      box = nil
    }
    (isReferenceBehind, written) = (false, nil)
    trace.reset()
    recorder.takeBack(slice.name)
    rest = ValueAtRest()
    areFlagsStale = false
    stage = newStage
  }

  var hasLegacyReaders: Bool { slice.hasLegacyReaders }

  func settle(besideLegacyCode: Bool, _ state: State) {
    if stage != .migrated || besideLegacyCode {
      upkeep = .beforeBlocks
    } else if let clear = slice.projection.clear {
      upkeep = .none
      written = nil
      clear(state)
    } else {
      upkeep = slice.hasLegacyReaders ? .beforeAccess : .none
    }
  }

  func writeBack(_ state: State) {
    guard let box else { return }
    switch upkeep {
    case .beforeBlocks where isReferenceBehind, .beforeAccess: break
    default: return
    }
    isReferenceBehind = false
    // For a slice that is compared exactly, `==` may ignore what changed.
    if slice.equality == .declared, let written, kernel.areEqual(written, box.value) { return }
    slice.projection.write(state, box.value)
    written = box.value
  }

  func write(to state: State) {
    if let box { slice.projection.write(state, box.value) }
  }

  func isWritten(to state: State) -> Bool {
    guard let box else { return true }
    return kernel.areEqual(masked(slice.projection.read(state)), masked(box.value))
  }

  var tracesReads: Bool {
    isTracing && !allReads.isEmpty && (stage == .shadow || stage == .lead)
  }

  func noteReads(_ state: State) {
    trace.noteReads { allReads.mapValues { $0.anyValue(state) } }
  }

  func anyValue(_ state: State) -> any Sendable { currentValue(state) }

  var valueType: Any.Type { Value.self }

  func recordedValue(_ state: State) -> any Sendable { masked(currentValue(state)) }

  func writeAny(_ value: any Sendable, to state: State) {
    if let value = value as? Value { slice.projection.write(state, value) }
  }

  var canCount: Bool {
    stage == .migrated && box != nil && slice.effects == nil && upkeep != .beforeBlocks
  }

  func blocks(counting: Bool) -> [ReduceBlock<State, Action>] {
    switch (stage, box) {
    case (.shadow, _): [reduceInShadow]
    case (.lead, let box?): [{ self.reduceInLead($0, $1, box) }]
    case (.migrated, let box?):
      canCount ? [kernel.block(box, index, counting)] : [{ self.runValue(box, $0, $1) }]
    default: slice.effects == nil ? slice.legacy : [runLegacy]
    }
  }

  // MARK: The control alone

  @Sendable private func runLegacy(_ state: State, _ action: Action) {
    for block in slice.legacy { block(state, action) }
    if let effects = slice.effects { perform(effects.legacy(state, action)) }
  }

  private func runValue(_ box: ValueBox<Value>, _ state: State, _ action: Action) {
    isReferenceBehind = true
    reduction(state)(box, action, number)
    if let effects = slice.effects { perform(effects.value(box.value, action)) }
  }

  var number: ActionNumber { ActionNumber(UInt64(index.value)) }

  private func perform(_ effects: [RequestedEffect]) {
    guard performsEffects else { return }
    for effect in effects { effect.perform() }
  }

  // MARK: Both sides

  // Deciding and comparing are separate functions: a comparison looks up metadata of the generic
  // types at its start, and a skipped action does not pay for that.

  @Sendable private func reduceInShadow(_ state: State, _ action: Action) {
    if isTracing { trace.note(action, index.value) { slice.projection.read(state) } }
    if recorder.shouldCompare(slice: slice.name, action, index.value) {
      compareInShadow(state, action)
    } else {
      runLegacy(state, action)
      noteUnjudged()
    }
  }

  @inline(never)
  private func compareInShadow(_ state: State, _ action: Action) {
    var watch = CheckWatch(recorder.options.clock)
    let candidate = ValueBox(slice.projection.read(state))
    let before = keepsBefore ? candidate.value : nil
    let flags = slice.signals.map { $0.flagged(state) }
    // Before the blocks: one that writes to another slice must not change what the reducer reads.
    let reduce = reduction(state)
    let foreign = foreignWrites(to: candidate.value)
    let whole = footprints?.begin(action, index.value, state)
    watch.pause()
    for block in slice.legacy { block(state, action) }
    // The watch does not measure this sample, whose interval the options give.
    let outside = whole.flatMap { footprints?.end(slice.name, since: $0, state) } ?? []
    let requested = slice.effects?.legacy(state, action) ?? []
    perform(requested)
    watch.resume()
    timed(.value, action) { reduce(candidate, action, number) }
    let answer = slice.projection.read(state)
    rest.note(answer, at: index.value)
    var comparison = comparison(legacy: answer, value: candidate.value)
    comparison.putFirst(foreign)
    comparison.add(outside)
    comparison.compareEffects(
      legacy: requested, value: slice.effects?.value(candidate.value, action) ?? [])
    comparison.add(signalDifferences(since: flags, state, candidate.value))
    let masked = before.map(masked)
    comparison.checkWindows(slice.isolation, legacyBefore: masked, valueBefore: masked, action)
    let isMismatch = record(comparison, action, took: watch.stop())
    noteChange(from: before, to: answer, action, isMismatch: isMismatch)
  }

  /// Finds what other code wrote to this slice since its blocks ran: another block, or a completion
  /// handler with an object that it kept.
  private func foreignWrites(to present: Value) -> [FoundDifference] {
    guard let expected = rest.value(before: index.value) else { return [] }
    let (old, new) = (masked(expected), masked(present))
    if slice.equality == .declared, kernel.areEqual(old, new) { return [] }
    return recorder.options.redactor.found(.foreignWrite, from: new, to: old, by: slice.equality)
  }

  /// Runs the candidate, and measures it if there is a limit.
  private func timed(_ side: Side, _ action: Action, _ reduce: () -> Void) {
    guard recorder.options.candidateLimit != nil else { return reduce() }
    let start = recorder.options.clock()
    reduce()
    recorder.note(
      recorder.options.clock() - start, for: action, index.value, of: slice.name, side)
  }

  private func reduceInLead(_ state: State, _ action: Action, _ box: ValueBox<Value>) {
    if isTracing { trace.note(action, index.value) { box.value } }
    if recorder.shouldCompare(slice: slice.name, action, index.value) {
      compareInLead(state, action, box)
    } else {
      areFlagsStale = true
      runValue(box, state, action)
      noteUnjudged()
    }
  }

  @inline(never)
  private func compareInLead(_ state: State, _ action: Action, _ box: ValueBox<Value>) {
    var watch = CheckWatch(recorder.options.clock)
    writeBack(state)
    let legacyBefore = slice.projection.read(state)
    let startedAlike = kernel.areEqual(masked(legacyBefore), masked(box.value))
    let before = keepsBefore ? box.value : nil
    let flags = slice.signals.map { $0.flagged(state) }
    let reduce = reduction(state)
    watch.pause()
    reduce(box, action, number)
    let requested = slice.effects?.value(box.value, action) ?? []
    perform(requested)
    watch.resume()
    written = nil
    timed(.legacy, action) {
      for block in slice.legacy { block(state, action) }
    }
    var comparison = comparison(legacy: slice.projection.read(state), value: box.value)
    comparison.compareEffects(
      legacy: slice.effects?.legacy(state, action) ?? [], value: requested)
    comparison.add(signalDifferences(since: flags, state, box.value))
    comparison.checkWindows(
      slice.isolation, legacyBefore: masked(legacyBefore), valueBefore: before.map(masked), action)
    if comparison.statesDiffer {
      explain(&comparison, legacyBefore, startedAlike: startedAlike, state, action, box, reduce)
    }
    let isMismatch = record(comparison, action, took: watch.stop())
    noteChange(from: before, to: box.value, action, isMismatch: isMismatch)
  }

  /// Finds the cause of a difference at stage `lead`, and brings the reference state back in step.
  private func explain(
    _ comparison: inout SliceComparison<Value>, _ legacyBefore: Value, startedAlike: Bool,
    _ state: State, _ action: Action, _ box: ValueBox<Value>,
    _ reduce: SliceKernel<State, Action, Value>.Reduction
  ) {
    // Both sides disagree, or other code wrote to the slice's part before them, or the reducer gives
    // several answers.
    let replayed = ValueBox(legacyBefore)
    reduce(replayed, action, number)
    comparison.noteReplay(masked(replayed.value), startedAlike: startedAlike)
    slice.projection.write(state, box.value)
    comparison.checkWriteBack(
      read: masked(slice.projection.read(state)), wrote: masked(box.value))
  }

  func comparison(legacy: Value, value: Value) -> SliceComparison<Value> {
    SliceComparison(
      legacy: masked(legacy), value: masked(value), areEqual: kernel.areEqual,
      by: slice.equality, redactor: recorder.options.redactor)
  }

  private func record(
    _ comparison: SliceComparison<Value>, _ action: Action, took cost: Duration
  ) -> Bool {
    let isMismatch = recorder.record(
      comparison.differences, isNoisy: comparison.isNoisy, slice: slice.name, rules: slice.rules,
      stage: stage, action, index.value, took: cost)
    if isMismatch, let trace = trace.finish(of: slice.name, recorder.options.redactor) {
      recorder.keep(trace, of: slice.name)
    }
    return isMismatch
  }

  // MARK: Signals

  var hasSignals: Bool { raisedFlags != nil }

  func beginFlags(_ state: State, after number: ActionNumber) {
    raisedFlags?.begin(state, after: number)
  }

  func noteFlags(_ state: State) {
    raisedFlags?.noteAction(state)
  }

  /// Returns a value without its signals, which are compared by the moment of raising them.
  func masked(_ value: Value) -> Value {
    guard !slice.signals.isEmpty else { return value }
    var value = value
    for signal in slice.signals { signal.mask(&value) }
    return value
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

  // MARK: Deliveries

  /// Whether the value before an action is kept, at the price of a copy of its collections.
  private var keepsBefore: Bool {
    slice.isolation != nil || !listeners.isEmpty
  }

  private func noteChange(from before: Value?, to after: Value, _ action: Action, isMismatch: Bool)
  {
    guard let before, !listeners.isEmpty else { return }
    guard !isMismatch else { return noteUnjudged() }
    let change = DeliveryJudge<Action>.Change(
      index: index.value, type: recorder.type(of: action, index.value), action: action,
      stage: stage)
    recorder.deliveries.withLock { judge in
      judge.note(
        change, changes: listeners.changes(from: before, to: after, sinceRest: judge.rests))
    }
  }

  private func noteUnjudged() {
    guard !listeners.isEmpty else { return }
    recorder.deliveries.withLock { $0.noteUnjudged(index.value, in: slice.name) }
  }
}
