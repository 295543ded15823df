import ReferenceRedux
import ValueReflection

/// The comparison of both sides of a slice in a running store, from one action to the next.
///
/// Confined to the executor of the store.
final class SliceComparison<State: AnyObject, Action: Sendable, Value: Equatable & Sendable> {
  typealias Runtime = SliceRuntime<State, Action, Value>

  /// Finds what the blocks write outside of this slice, and what other code writes to it.
  private let footprints: FootprintProbe<State, Action>?
  private let writers: ForeignWriters<State>

  /// The value that the objects held after the latest compared action, if it is kept.
  private var latest: ValueBox<Value>?
  /// The number of that action.
  private var latestIndex = 0
  /// Whether that is the value of the control, at stage `lead`; otherwise the objects cannot hold it.
  private var isHeldControl = false
  /// The actions that were compared at stage `shadow`.
  private var comparisons = 0

  /// Whether the flags of the old side lag behind, since an action was skipped at stage `lead`.
  private(set) var areFlagsStale = false

  /// The latest actions at the stages that compare, up to the first mismatch.
  private var trace: TraceRecorder<Action, Value>
  let isTracing: Bool
  /// All slices that this one reads, directly or through others, by name.
  private let allReads: [String: any SliceRunning<State, Action>]

  init(_ slice: ListedSlice<State, Action>, in surroundings: SliceSurroundings<State, Action>) {
    let (names, length) = (
      Set(slice.allReads.map(\.name)), surroundings.recorder.options.tracedActions
    )
    allReads = surroundings.running.filter { names.contains($0.key) }
    (footprints, writers) = (surroundings.footprints, surroundings.writers)
    (trace, isTracing) = (TraceRecorder(length: length), length > 0)
  }

  /// Begins anew at another stage.
  func reset() {
    trace.reset()
    (latest, comparisons) = (nil, 0)
    areFlagsStale = false
  }

  /// Notes an action at stage `lead` that is not compared.
  func skip() { areFlagsStale = true }

  /// Notes an action in the trace, before it is reduced.
  func note(_ action: Action, _ index: Int, value: () -> Value) {
    trace.note(action, index, value: value)
  }

  /// Whether the values that the reducer reads are part of the trace.
  var tracesReads: Bool { isTracing && !allReads.isEmpty }

  func noteReads(_ state: State) {
    trace.noteReads { allReads.mapValues { $0.maskedValue(state) } }
  }

  /// Runs both sides; the value in the box is the control, or the state if there is no box.
  @inline(never)
  func compare(
    _ runtime: Runtime, _ state: State, _ action: Action, _ box: ValueBox<Value>?,
    _ depth: ParityBook.Depth
  ) {
    let index = runtime.index
    let (control, candidate): (Side, Side) = box == nil ? (.legacy, .value) : (.value, .legacy)
    if box != nil { runtime.writeBack(state) }
    let hasListeners = runtime.hasListeners
    let former = latestIndex == index - 1 ? latest : nil
    let run = SliceRun(
      runtime, value: box, state, since: box == nil ? nil : former, isControl: isHeldControl,
      keepsBefore: depth.change || runtime.slice.isolation != nil || hasListeners)
    var foreign: [FoundDifference] = []
    // At `lead` the comparison itself finds what other code wrote.
    if box == nil, let former {
      foreign = runtime.foreignWrites(from: former.value, to: run.value)
    }
    let footprints = depth.footprint ? footprints : nil
    let sample = footprints?.begin(
      state, of: runtime.slice.name, blocks: runtime.slice.legacy.count)
    var note: ((Int) -> Void)?
    if sample != nil || writers.isSearching {
      let find = writers.reading(state, before: runtime.slice.name)
      note = { block in
        sample?.note(state, after: block)
        find(block, state)
      }
    }
    run.reduce(action, on: control, noting: note)
    var outside: [FoundDifference] = []
    if control == .legacy, let sample { outside = outsideWrites(sample, runtime, state, action) }
    let requested = run.requestedEffects(action, on: control)
    runtime.perform(requested)
    if box != nil { runtime.forgetWritten() }
    run.reduce(action, on: candidate, noting: note)
    if control == .value, let sample { outside = outsideWrites(sample, runtime, state, action) }
    let answer = runtime.slice.projection.read(state)
    let found = run.differences(of: answer, after: action, requested: requested)
    var all = found.all
    if !foreign.isEmpty { all += foreign }
    if !outside.isEmpty { all += outside }
    if !all.isEmpty {
      let type = runtime.recorder.type(of: action, index)
      writers.name(&all, of: runtime.slice.name, allowing: runtime.slice.rules, after: type)
    }
    isHeldControl = found.held == nil && box != nil && all.isEmpty
    latest = isHeldControl || box == nil && keepsAnswer() ? ValueBox(answer) : found.held
    latestIndex = index
    let exercise = run.exercise(requested: requested)
    let mismatch = runtime.recorder.record(
      all, isNoisy: found.areNoisy, exercise, slice: runtime.slice.name, rules: runtime.slice.rules,
      stage: runtime.stage, action, index)
    if let mismatch { keepTrace(to: mismatch, runtime.recorder) }
    if hasListeners, let before = run.before {
      noteChange(
        from: before, to: box?.value ?? answer, action, runtime, isMismatch: mismatch != nil)
    }
  }

  /// Whether the value after an action at `shadow` is kept: at first always and later now and then, because it
  /// costs a comparison more before the next action.
  private func keepsAnswer() -> Bool {
    comparisons += 1
    return comparisons <= 256 || comparisons % 16 == 0
  }

  private func outsideWrites(
    _ sample: FootprintProbe<State, Action>.Sample, _ runtime: Runtime, _ state: State,
    _ action: Action
  ) -> [FoundDifference] {
    let type = runtime.recorder.type(of: action, runtime.index)
    return footprints?.end(sample, of: runtime.slice.name, state, after: type) ?? []
  }

  @inline(never)
  private func keepTrace(to mismatch: Mismatch, _ recorder: ParityRecorder<Action>) {
    guard let trace = trace.finish(of: mismatch.slice, at: mismatch, recorder.redactor) else {
      return
    }
    recorder.book.withLock { $0.traces[mismatch.slice] = trace }
  }

  private func noteChange(
    from before: ValueBox<Value>, to after: Value, _ action: Action, _ runtime: Runtime,
    isMismatch: Bool
  ) {
    guard !isMismatch else { return runtime.noteUnjudged() }
    let (recorder, index) = (runtime.recorder, runtime.index)
    let change = ComparedAction(
      slice: runtime.slice.name, stage: runtime.stage, index: index,
      type: recorder.type(of: action, index), action: action)
    // The closures of the user run outside of the lock, so the store may come to rest meanwhile.
    var isNoted = false
    while !isNoted {
      let rests = recorder.deliveries.withLock { $0.rests }
      let listened = ListenedChange(
        of: runtime.slice.name, from: before.value, to: after, rests: rests)
      recorder.listeners.notify(listened)
      isNoted = recorder.deliveries.withLock {
        $0.note(change, changes: listened.found, sinceRest: rests)
      }
    }
  }
}
