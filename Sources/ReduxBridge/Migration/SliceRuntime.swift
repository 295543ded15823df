public import ReferenceRedux
public import ValueRedux
import ValueReflection

/// A slice in a running store: its stage, and its value while the answer of the new side counts.
///
/// `@unchecked Sendable` because:
/// 1. `listed`, `listeners` and `raisedFlags` are constants, and the first two are safe from any thread.
/// 2. Everything else is touched on the executor of the store only, which lends the state, and with
///    it the blocks of this class, to one caller at a time.
package final class SliceRuntime<
  State: AnyObject, Action: Sendable, Value: Equatable & Sendable
>: SliceRunning, @unchecked Sendable {
  package let slice: StateSlice<State, Action, Value>
  let listed: ListedSlice<State, Action>
  let kernel: SliceKernel<State, Action, Value>
  let recorder: ParityRecorder<Action>
  /// The number of the action that is being reduced.
  private let latest: ValueBox<ActionNumber>
  /// All slices that this one reads, directly or through others, by name.
  private let allReads: [String: any SliceRunning<State, Action>]

  /// The listeners that must be notified of each change on which both sides agree.
  let listeners = Listeners<Value>()

  /// The flags of the old side; nil if the slice has no signals.
  let raisedFlags: RaisedFlags<State>?

  private(set) var stage: Stage = .legacy
  private(set) var upkeep: Upkeep = .beforeBlocks

  /// The value at the stages at which it is the control; nil at the others.
  private var box: ValueBox<Value>?

  /// Whether the reference state may lag behind the value.
  private var isReferenceBehind = false
  private let lagging: LaggingSlices
  let position: Int

  /// The value that was written to the reference state last, if no legacy block changed it since.
  ///
  /// An action that changes nothing then costs a comparison, and no write.
  private var written: Value?

  /// Finds what the blocks write outside of this slice, and what other code writes to it.
  private let footprints: FootprintProbe<State, Action>?
  private let writers: ForeignWriters<State>
  private var rest = ValueAtRest<Value>()

  /// The value that the objects held after the latest action, at stage `lead`, if it was compared.
  private var held: ValueBox<Value>?
  /// Whether that is the value of the control; otherwise the objects cannot hold it.
  private var isHeldControl = false

  /// The latest actions at the stages that compare, up to the first mismatch.
  private var trace: TraceRecorder<Action, Value>
  private let isTracing: Bool

  /// Whether `==` of the values decides whether both sides agree.
  let isPlain: Bool

  /// Whether it has signals; known here, since a look at the list takes metadata of its type.
  let hasSignals: Bool

  /// Whether the flags of the old side lag behind, since an action was skipped at stage `lead`.
  private(set) var areFlagsStale = false

  /// Whether the objects receive the value in the slice's own turn.
  private let writesInTurn: Bool

  /// Whether effects are performed; a check without a store only compares them.
  private let performsEffects: Bool

  init(
    _ slice: StateSlice<State, Action, Value>, in surroundings: SliceSurroundings<State, Action>
  ) {
    self.slice = slice
    listed = slice.listed
    kernel = slice.makeKernel(surroundings)
    let names = Set(listed.allReads.map(\.name))
    allReads = surroundings.running.filter { names.contains($0.key) }
    latest = surroundings.number
    lagging = surroundings.lagging
    position = surroundings.running.count
    recorder = surroundings.recorder
    performsEffects = surroundings.performsEffects
    writesInTurn = surroundings.writesInTurn
    raisedFlags = slice.signals.isEmpty ? nil : RaisedFlags(slice.signals.map(\.flagged))
    (footprints, writers) = (surroundings.footprints, surroundings.writers)
    trace = TraceRecorder(length: recorder.options.tracedActions)
    isTracing = recorder.options.tracedActions > 0
    hasSignals = !slice.signals.isEmpty
    isPlain =
      slice.equality == .declared && slice.effects == nil && slice.signals.isEmpty
      && slice.isolation == nil
    recorder.declare(slice.rules, of: slice.name)
  }

  var number: ActionNumber { latest.value }

  private var index: Int { Int(number.rawValue) }

  /// The present value of the slice.
  func currentValue(_ state: State) -> Value {
    box?.value ?? slice.projection.read(state)
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
    (rest, held) = (ValueAtRest(), nil)
    areFlagsStale = false
    stage = newStage
  }

  func settle(besideLegacyCode: Bool, _ state: State) {
    if writesInTurn {
      upkeep = .inTurn
    } else if stage != .migrated || besideLegacyCode {
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
    guard let box else { return }
    // Objects with observers are not written without need.
    if writesInTurn, slice.equality == .declared, isWritten(to: state) { return }
    slice.projection.write(state, box.value)
  }

  func isWritten(to state: State) -> Bool {
    guard let box else { return true }
    return areAlike(slice.projection.read(state), box.value)
  }

  var readsBlock: ReduceBlock<State, Action>? {
    guard isTracing, !allReads.isEmpty, [.shadow, .lead].contains(stage) else { return nil }
    return { [self] state, _ in
      trace.noteReads { allReads.mapValues { $0.maskedValue(state) } }
    }
  }

  func maskedValue(_ state: State) -> any Sendable { masked(currentValue(state)) }

  func blocks(counting: Bool) -> [ReduceBlock<State, Action>] {
    let block: ReduceBlock<State, Action>
    switch (stage, box) {
    case (.shadow, _): block = reduceInShadow
    case (.lead, let box?): block = { self.reduceInLead($0, $1, box) }
    case (.migrated, let box?)
    where slice.effects == nil && upkeep != .beforeBlocks && upkeep != .inTurn:
      return [kernel.block(box, latest, counting)]
    case (.migrated, let box?): block = { self.runValue(box, $0, $1) }
    default: return slice.effects == nil ? slice.legacy : [runLegacy]
    }
    guard counting else { return [block] }
    return [
      { [latest] state, action in
        unsafe latest.place.pointee.rawValue += 1
        block(state, action)
      }
    ]
  }

  // MARK: The control alone

  @Sendable private func runLegacy(_ state: State, _ action: Action) {
    for block in slice.legacy { block(state, action) }
    if let effects = slice.effects { perform(effects.legacy(state, action)) }
  }

  private func runValue(_ box: ValueBox<Value>, _ state: State, _ action: Action) {
    if upkeep != .inTurn {
      isReferenceBehind = true
      lagging.add(position)
    }
    kernel.prepare(state)(box, action, number)
    if upkeep == .inTurn { writeInTurn(box, state) }
    if let effects = slice.effects { perform(effects.value(box.value, action)) }
  }

  /// Brings the objects to the value, if that is not what they received last.
  private func writeInTurn(_ box: ValueBox<Value>, _ state: State) {
    let value = box.value
    if slice.equality == .declared, let written, kernel.areEqual(written, value) { return }
    // Code of observers finds meanwhile that the write is under way.
    defer { written = value }
    if written == nil { write(to: state) } else { slice.projection.write(state, value) }
  }

  private func perform(_ effects: [RequestedEffect]) {
    guard performsEffects else { return }
    for effect in effects { effect.perform() }
  }

  // MARK: Both sides

  // Deciding and comparing are separate functions, and so is what follows a difference: each looks up
  // metadata of the generic types at its start, and an action that a slice ignores does not pay for that.

  @Sendable private func reduceInShadow(_ state: State, _ action: Action) {
    if isTracing { trace.note(action, index) { slice.projection.read(state) } }
    if let depth = recorder.depth(of: action, index, in: slice.name, at: .shadow) {
      return compare(state, action, nil, depth)
    }
    runLegacy(state, action)
    noteUnjudged()
  }

  private func reduceInLead(_ state: State, _ action: Action, _ box: ValueBox<Value>) {
    if isTracing { trace.note(action, index) { box.value } }
    if let depth = recorder.depth(of: action, index, in: slice.name, at: .lead) {
      return compare(state, action, box, depth)
    }
    areFlagsStale = true
    held = nil
    runValue(box, state, action)
    noteUnjudged()
  }

  /// Runs both sides; the value in the box is the control, or the state if there is no box.
  @inline(never)
  private func compare(
    _ state: State, _ action: Action, _ box: ValueBox<Value>?, _ depth: ParityBook.Depth
  ) {
    let (control, candidate): (Side, Side) = box == nil ? (.legacy, .value) : (.value, .legacy)
    if box != nil { writeBack(state) }
    let hasListeners = hasListeners
    let run = SliceRun(
      self, value: box, state, since: held, isControl: isHeldControl,
      keepsBefore: depth.change || slice.isolation != nil || hasListeners)
    var foreign: [FoundDifference] = []
    if let expected = rest.value(before: index) {
      foreign = foreignWrites(from: expected.value, to: run.value)
    }
    let footprints = depth.footprint ? footprints : nil
    let sample = footprints?.begin(state, blocks: slice.legacy.count)
    var note: ((Int) -> Void)?
    if sample != nil || writers.isSearching {
      let find = writers.reading(state, before: slice.name)
      note = { block in
        sample?.note(state, after: block)
        find(block, state)
      }
    }
    run.reduce(action, on: control, noting: note)
    var outside: [FoundDifference] = []
    if control == .legacy, let sample { outside = outsideWrites(sample, state, action) }
    let requested = run.requestedEffects(action, on: control)
    perform(requested)
    if box != nil { written = nil }
    run.reduce(action, on: candidate, noting: note)
    if control == .value, let sample { outside = outsideWrites(sample, state, action) }
    let answer = slice.projection.read(state)
    // At `lead` the comparison itself finds what other code wrote.
    if box == nil { rest.note(answer, at: index) }
    let found = run.differences(of: answer, after: action, requested: requested)
    var all = found.all
    if !foreign.isEmpty { all += foreign }
    if !outside.isEmpty { all += outside }
    if !all.isEmpty {
      let type = recorder.type(of: action, index)
      writers.name(&all, of: slice.name, allowing: slice.rules, after: type)
    }
    isHeldControl = found.held == nil && box != nil && all.isEmpty
    held = isHeldControl ? ValueBox(answer) : found.held
    let exercise = run.exercise(requested: requested)
    let isMismatch = record(all, isNoisy: found.areNoisy, exercise, action)
    if hasListeners, let before = run.before {
      noteChange(from: before, to: box?.value ?? answer, action, isMismatch: isMismatch)
    }
  }

  private func outsideWrites(
    _ sample: FootprintProbe<State, Action>.Sample, _ state: State, _ action: Action
  ) -> [FoundDifference] {
    footprints?.end(sample, of: slice.name, state, after: recorder.type(of: action, index)) ?? []
  }

  private func record(
    _ differences: [FoundDifference], isNoisy: Bool, _ exercise: ParityLedger.Exercise,
    _ action: Action
  ) -> Bool {
    let mismatch = recorder.record(
      differences, isNoisy: isNoisy, exercise, slice: slice.name, rules: slice.rules, stage: stage,
      action, index)
    if let mismatch { keepTrace(to: mismatch) }
    return mismatch != nil
  }

  @inline(never)
  private func keepTrace(to mismatch: Mismatch) {
    let trace = trace.finish(of: slice.name, at: mismatch, recorder.redactor)
    if let trace { recorder.keep(trace, of: slice.name) }
  }

  // MARK: Deliveries

  private var hasListeners: Bool { listeners.count.withLock { $0 > 0 } }

  private func noteChange(
    from before: ValueBox<Value>, to after: Value, _ action: Action, isMismatch: Bool
  ) {
    guard !isMismatch else { return noteUnjudged() }
    let change = DeliveryJudge<Action>.Change(
      index: index, type: recorder.type(of: action, index), action: action, stage: stage)
    // The closures of the user run outside of the lock, so the store may come to rest meanwhile.
    var isNoted = false
    while !isNoted {
      let rests = recorder.deliveries.withLock { $0.rests }
      let changes = listeners.changes(from: before.value, to: after, sinceRest: rests)
      isNoted = recorder.deliveries.withLock {
        $0.note(change, changes: changes, sinceRest: rests)
      }
    }
  }

  private func noteUnjudged() {
    guard hasListeners else { return }
    recorder.deliveries.withLock { $0.noteUnjudged(index, in: slice.name) }
  }
}

/// The operations of a slice that each action pays for, compiled where the slice is described.
///
/// This module knows the types of a slice only by their conformances. Code compiled here calls
/// through witness tables for every array element that it compares and for every value that it
/// moves; compiled for the concrete types, the same operations take a fraction of the time.
@frozen @usableFromInline
struct SliceKernel<State, Action, Value: Equatable>: Sendable {
  @usableFromInline
  typealias Reduction = @Sendable (ValueBox<Value>, Action, ActionNumber) -> Void

  /// Returns the reducer for the next action, with what it reads of other slices at this moment.
  @usableFromInline let prepare: @Sendable (State) -> Reduction

  /// Makes the reduce block of a migrated slice from its value and the number of the action, which it
  /// advances first if it is to count the actions.
  @usableFromInline let block:
    @Sendable (ValueBox<Value>, ValueBox<ActionNumber>, _ counts: Bool) -> ReduceBlock<
      State, Action
    >

  @usableFromInline let areEqual: @Sendable (Value, Value) -> Bool

  @inlinable
  init(_ reducer: Reducer<Value, Action>) where Value: Sendable {
    let reduce: Reduction = { box, action, number in
      unsafe reducer.reduce(&box.place.pointee, action, number: number)
    }
    prepare = { _ in reduce }
    block = { box, latest, counts in
      { _, action in
        if counts { unsafe latest.place.pointee.rawValue += 1 }
        unsafe reducer.reduce(&box.place.pointee, action, number: latest.place.pointee)
      }
    }
    areEqual = { $0 == $1 }
  }

  @inlinable
  init<Reads: Sendable>(
    _ reducer: ReadingReducer<Value, Reads, Action>,
    reading read: @escaping @Sendable (State) -> Reads
  ) where Value: Sendable {
    prepare = { state in
      let reads = read(state)
      return { box, action, number in
        unsafe reducer.reduce(&box.place.pointee, reading: reads, action, number: number)
      }
    }
    block = { box, latest, counts in
      { state, action in
        if counts { unsafe latest.place.pointee.rawValue += 1 }
        unsafe reducer.reduce(
          &box.place.pointee, reading: read(state), action, number: latest.place.pointee)
      }
    }
    areEqual = { $0 == $1 }
  }
}
