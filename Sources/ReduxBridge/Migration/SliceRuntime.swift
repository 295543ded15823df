import Foundation
public import ReferenceRedux
public import ValueRedux
import ValueReflection

/// A slice in a running store: its stage, and its value while the new side determines the state.
///
/// `@unchecked Sendable` because:
/// 1. `slice`, `listed` and `raisedFlags` are constants, and the first two are safe from any thread.
/// 2. Everything else is touched on the executor of the store only, which lends the state, and with
///    it the blocks of this class, to one caller at a time.
package final class SliceRuntime<
  State: AnyObject, Action: Sendable, Value: Equatable & Sendable
>: SliceRunning, @unchecked Sendable {
  package let slice: StateSlice<State, Action, Value>
  let listed: ListedSlice<State, Action>
  let readNames: [String]
  let kernel: SliceKernel<State, Action, Value>
  let recorder: ParityRecorder<Action>
  let position: Int
  let comparison: SliceComparison<State, Action, Value>
  private let objects: SliceUpkeep<State, Action, Value>
  /// The number of the action that is being reduced.
  private let latest: ValueBox<ActionNumber>
  /// Performs an effect; nil where a check only compares them.
  private let performEffect: (@Sendable (String, RequestedEffect) -> Void)?

  /// The flags of the old side; nil if the slice has no signals.
  let raisedFlags: RaisedFlags<State>?

  private(set) var stage: Stage = .legacy

  /// The value at the stages at which it is the control; nil at the others.
  private var box: ValueBox<Value>?

  /// Whether `==` of the values decides whether both sides agree.
  let isPlain: Bool

  /// Whether it has signals; known here, since a look at the list takes metadata of its type.
  let hasSignals: Bool

  init(
    _ slice: StateSlice<State, Action, Value>, _ listed: ListedSlice<State, Action>,
    in surroundings: SliceSurroundings<State, Action>
  ) {
    self.slice = slice
    self.listed = listed
    readNames = listed.reads().map(\.name)
    kernel = slice.makeKernel(surroundings)
    recorder = surroundings.recorder
    position = surroundings.running.count
    comparison = SliceComparison(listed, in: surroundings)
    objects = SliceUpkeep(
      surroundings.lagging, position, writesInTurn: surroundings.writesInTurn)
    latest = surroundings.number
    performEffect = surroundings.perform
    raisedFlags = slice.signals.isEmpty ? nil : RaisedFlags(slice.signals.map(\.flagged))
    hasSignals = !slice.signals.isEmpty
    isPlain =
      slice.equality == .declared && slice.effects == nil && slice.signals.isEmpty
      && slice.isolation == nil
    recorder.declare(slice.rules, of: slice.name)
  }

  var name: String { slice.name }

  var number: ActionNumber { latest.value }

  var index: Int { Int(number.rawValue) }

  // MARK: The value, and the objects

  /// The present value of the slice.
  func currentValue(_ state: State) -> Value {
    box?.value ?? slice.projection.read(state)
  }

  func maskedValue(_ state: State) -> any Sendable { masked(currentValue(state)) }

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

  var upkeep: Upkeep { objects.kind }

  func move(to newStage: Stage, _ state: State) {
    guard newStage != stage else { return }
    if newStage.control == .value, box == nil {
      box = ValueBox(slice.projection.read(state))
    } else if newStage.control == .legacy {
      // Even if other code wrote to the objects: the answer of the control counts.
      write(to: state)
      box = nil
    }
    objects.reset()
    comparison.reset()
    stage = newStage
  }

  func settle(besideLegacyCode: Bool, _ state: State) {
    objects.settle(self, besideLegacyCode: besideLegacyCode, state)
  }

  @discardableResult func writeBack(_ state: State) -> Bool {
    box.map { objects.writeBack($0.value, of: self, state) } ?? false
  }

  /// The blocks change the objects, so that they no longer hold what was written.
  func forgetWritten() { objects.written = nil }

  func write(to state: State) {
    guard let box else { return }
    // Objects with observers are not written without need.
    if objects.writesInTurn, slice.equality == .declared, isWritten(to: state) { return }
    slice.projection.write(state, box.value)
  }

  func isWritten(to state: State) -> Bool {
    guard let box else { return true }
    return areAlike(slice.projection.read(state), box.value)
  }

  // MARK: The blocks

  var readsBlock: ReduceBlock<State, Action>? {
    guard comparison.tracesReads, [.shadow, .lead].contains(stage) else { return nil }
    return { [self] state, _ in comparison.noteReads(state) }
  }

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

  @Sendable private func runLegacy(_ state: State, _ action: Action) {
    for block in slice.legacy { block(state, action) }
    if let effects = slice.effects { perform(effects.legacy(state, action)) }
  }

  private func runValue(_ box: ValueBox<Value>, _ state: State, _ action: Action) {
    let isInTurn = objects.kind == .inTurn
    if !isInTurn { objects.beginTurn() }
    kernel.prepare(state)(box, action, number)
    if isInTurn { objects.write(box.value, of: self, state) }
    if let effects = slice.effects { perform(effects.value(box.value, action)) }
  }

  func perform(_ effects: [RequestedEffect]) {
    guard let performEffect else { return }
    for effect in effects { performEffect(slice.name, effect) }
  }

  // Deciding and comparing are separate functions, and so is what follows a difference: each looks up
  // metadata of the generic types at its start, and an action that a slice ignores does not pay for that.

  @Sendable private func reduceInShadow(_ state: State, _ action: Action) {
    if comparison.isTracing { comparison.note(action, index) { slice.projection.read(state) } }
    if let depth = recorder.depth(of: action, index, in: slice.name, at: .shadow) {
      return comparison.compare(self, state, action, nil, depth)
    }
    runLegacy(state, action)
    noteUnjudged()
  }

  private func reduceInLead(_ state: State, _ action: Action, _ box: ValueBox<Value>) {
    if comparison.isTracing { comparison.note(action, index) { box.value } }
    if let depth = recorder.depth(of: action, index, in: slice.name, at: .lead) {
      return comparison.compare(self, state, action, box, depth)
    }
    comparison.skip()
    runValue(box, state, action)
    noteUnjudged()
  }

  // MARK: Deliveries

  var hasListeners: Bool {
    recorder.deliveries.withLock { $0.listeners.contains { $0.value.slice == slice.name } }
  }

  func noteUnjudged() {
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

/// A slice's value while the new side determines the state, so that it is changed in place.
///
/// It has memory of its own: the exclusivity check of a stored property, paid per action, finds
/// nothing that the executor does not already rule out.
///
/// `@unchecked Sendable` because:
/// 1. `place` is accessed on the executor of the store only.
/// 2. The executor lends the state to one caller at a time.
///
/// `@safe` because it owns its memory, and because of 1 and 2.
@safe @usableFromInline
package final class ValueBox<Value>: @unchecked Sendable {
  @usableFromInline let place: UnsafeMutablePointer<Value>

  @usableFromInline
  init(_ value: Value) {
    unsafe place = .allocate(capacity: 1)
    unsafe place.initialize(to: value)
  }

  deinit {
    unsafe place.deinitialize(count: 1)
    unsafe place.deallocate()
  }

  package var value: Value { unsafe place.pointee }

  /// Whether both hold the same bits: then both hold one value, since each keeps what its bits refer to.
  ///
  /// Equal values may differ in the gaps of their layout.
  func hasBits(of other: ValueBox) -> Bool {
    unsafe memcmp(place, other.place, MemoryLayout<Value>.size) == 0
  }
}
