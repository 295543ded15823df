import Foundation
package import ReferenceRedux
import ValueRedux

/// Composes the blocks that each action runs through, each slice by its stage.
///
/// The blocks run on the store's serial executor, which thereby owns both states: one order, one pre-state, no two
/// stores to keep in step. While every slice is at `legacy`, they are exactly the blocks of the app.
///
/// `@unchecked Sendable` because:
/// 1. The list of slices changes in the initializer only. Other threads read the declaration of a slice, which is safe
///    from any thread; everything else of a slice, `number` and `leading` are touched in methods that take the live
///    state, which the executor lends to one caller at a time, or that compose blocks for it.
/// 2. `shared` is a lock; everything else is constant.
package final class MigrationCoordinator<State: AnyObject, Action: Sendable>: @unchecked Sendable {
  typealias Running = any SliceRunning<State, Action>

  enum Part {
    case blocks([ReduceBlock<State, Action>])
    case slice(Running)
  }

  /// The stages that other threads read and request.
  private struct Shared {
    var stages: [String: Stage] = [:]
    /// The stages that were requested last: those that take effect after all that is pending.
    var requested: [String: Stage] = [:]
    /// Counts the reverts: each voids the moves that were requested before it.
    var generation = 0
    /// The moves that were requested and have not been made or dropped.
    var pendingMoves = 0
    var followsFlags = false
  }

  let parts: [Part]
  private let slices: [Running]
  /// The same, each at its position.
  private let placed: [Running]
  let named: [String: Running]
  /// The slices whose value is the control, in the order of the entries: the others have nothing to write.
  private var leading: [Running] = []
  private let lagging = LaggingSlices()
  /// Names the blocks that write to slices of others.
  let writers: ForeignWriters<State>
  /// The number of the action that is being reduced, while a slice is beyond `legacy`.
  let number = ValueBox(ActionNumber(0))
  private let shared = Locked(Shared())
  /// Held while a move is judged and enqueued, so that the last request is the one that takes effect last.
  private let requests = NSLock()
  /// Receive the stages, on the executor, after each move.
  package let stageObservers = EventObservers<[String: Stage]>()

  /// Makes what a store runs, with what finds writes outside of slices and performs effects; without either, what a
  /// check runs.
  ///
  /// `writesInTurn` if other code holds the objects, so that they follow their values at once.
  package init(
    entries: [MigrationEntry<State, Action>], recorder: ParityRecorder<Action>,
    writesInTurn: Bool = false,
    performing perform: (@Sendable (String, RequestedEffect) -> Void)? = nil,
    probing makeProbe: FootprintProbe<State, Action>.Maker? = nil
  ) {
    var listed: [ListedSlice<State, Action>] = []
    var stages: [String: Stage] = [:]
    for case .slice(let slice) in entries.map(\.content) {
      guard stages.updateValue(.legacy, forKey: slice.name) == nil else {
        fatalError("Two slices are named \"\(slice.name)\": a slice's name is unique in its store.")
      }
      listed.append(slice)
    }
    let footprints = listed.map(\.footprint)
    writers = ForeignWriters(footprints, at: number)
    var surroundings = SliceSurroundings<State, Action>(
      recorder: recorder, number: number, perform: perform, writesInTurn: writesInTurn,
      footprints: makeProbe?(footprints, recorder, writers),
      writers: writers, lagging: lagging)
    for slice in ListedSlice.ordered(listed) {
      surroundings.running[slice.name] = slice.makeRuntime(slice, surroundings)
    }
    parts = entries.compactMap { entry in
      switch entry.content {
      case .blocks(let blocks): blocks.isEmpty ? nil : .blocks(blocks)
      case .slice(let slice): surroundings.running[slice.name].map { .slice($0) }
      }
    }
    named = surroundings.running
    slices = parts.compactMap { part in
      if case .slice(let slice) = part { slice } else { nil }
    }
    placed = slices.sorted { $0.position < $1.position }
    shared.withLock { [stages] in ($0.stages, $0.requested) = (stages, stages) }
  }

  /// Ends the process if the parity options name a slice that the store does not have.
  func refuseUnknownNames(in expectedActionTypes: [String: Set<String>]) {
    for name in expectedActionTypes.sortedKeys where named[name] == nil {
      fatalError(
        "expectedActionTypes of the parity options names a slice that the store does not have: there is "
          + "no slice named \"\(name)\"; it has \(named.sortedKeys.joined(separator: ", ")).")
    }
  }

  // MARK: In a check

  /// Begins an action, whose number signals carry.
  package func begin(_ index: Int) {
    unsafe number.place.pointee = ActionNumber(UInt64(index))
  }

  /// The runtime of the slice with a name; nil if there is none.
  package func runtime(named name: String) -> AnyObject? { named[name] }

  // MARK: On the executor

  /// Composes the blocks that each action runs through at the present stages, after so many actions.
  package func blocks(afterActions count: Int) -> [ReduceBlock<State, Action>] {
    var blocks: [ReduceBlock<State, Action>] = []
    let reads = slices.compactMap { $0.readsBlock }
    let counter = reads.isEmpty ? firstSliceThatCounts : nil
    if slices.contains(where: { $0.stage != .legacy }) {
      unsafe number.place.pointee = ActionNumber(UInt64(count))
      if counter == nil {
        blocks.append { [number] _, _ in unsafe number.place.pointee.rawValue += 1 }
      }
    }
    blocks += reads
    var unclaimedCount = 0
    for part in parts {
      switch part {
      case .blocks(let unclaimed):
        blocks += updates(except: nil)
        blocks += watched(unclaimed, of: "unclaimed", from: unclaimedCount)
        unclaimedCount += unclaimed.count
      case .slice(let slice):
        if looksAtObjects(slice) { blocks += updates(except: slice) }
        let own = slice.blocks(counting: slice === counter)
        // At the stages that compare, a slice watches its blocks itself. With effects, they run as one.
        let areBlocks = slice.stage == .legacy && own.count == slice.listed.legacy.count
        blocks += areBlocks ? watched(own, of: slice.name) : own
      }
    }
    return blocks
  }

  /// Returns blocks so that it shows which of them writes to a slice of others, if that is sought.
  private func watched(
    _ blocks: [ReduceBlock<State, Action>], of owner: String, from first: Int = 0
  ) -> [ReduceBlock<State, Action>] {
    guard writers.isSearching else { return blocks }
    return blocks.enumerated().map { [writers] index, block in
      { state, action in
        let note = writers.reading(state, before: owner)
        block(state, action)
        note(first + index, state)
      }
    }
  }

  /// The first part, if it is a slice beyond `legacy` whose block comes before all others.
  ///
  /// Where it counts the actions, each action runs through one block less.
  private var firstSliceThatCounts: Running? {
    guard case .slice(let first)? = parts.first, first.stage != .legacy,
      !looksAtObjects(first) || updates(except: first).isEmpty
    else { return nil }
    return first
  }

  /// The block that brings the objects of other slices up to date; none while they always are.
  private func updates(except one: Running?) -> [ReduceBlock<State, Action>] {
    guard leading.contains(where: { $0.upkeep == .beforeBlocks && $0 !== one }) else { return [] }
    return [
      { [lagging, placed, own = one?.position] state, _ in
        // The block of the one slice follows, which writes its value back or changes it.
        lagging.removeAll { if $0 != own { placed[$0].writeBack(state) } }
      }
    ]
  }

  /// Whether the present blocks of a slice look at objects: its own, or those of a slice that it reads.
  private func looksAtObjects(_ slice: Running) -> Bool {
    slice.stage != .migrated
      || slice.readNames.contains { named[$0]?.stage.control == .legacy }
  }

  /// Moves a slice, unless all slices were reverted since the request.
  package func move(_ name: String, to stage: Stage, requestedIn generation: Int, _ state: State) {
    defer { shared.withLock { $0.pendingMoves -= 1 } }
    guard shared.withLock({ $0.generation }) == generation else { return }
    if let slice = named[name] { move([slice], to: stage, state) }
  }

  /// Moves every slice back to `legacy`.
  func revert(_ state: State) { move(slices, to: .legacy, state) }

  private func move(_ moving: [Running], to stage: Stage, _ state: State) {
    // How the objects of the other slices are kept depends on which are migrated, and complete objects are cleared.
    let concernsAll = stage == .migrated || leading.contains { $0.stage == .migrated }
    let changesControl = moving.contains { $0.stage.control != stage.control }
    writeBack(state)
    complete(state)
    for slice in moving { slice.move(to: stage, state) }
    if changesControl { leading = slices.filter { $0.stage.control == .value } }
    for slice in concernsAll ? slices : moving {
      slice.settle(besideLegacyCode: hasLegacyCode(besides: slice), state)
    }
    let stages = shared.withLock { shared in
      for slice in moving { shared.stages[slice.name] = stage }
      return shared.stages
    }
    stageObservers.notify(stages)
  }

  /// Whether blocks run, or projections read, that may look at the objects of a slice.
  private func hasLegacyCode(besides one: Running) -> Bool {
    let hasLegacyReaders = one.listed.footprint.hasLegacyReaders
    return parts.contains { part in
      switch part {
      case .blocks: hasLegacyReaders
      case .slice(let slice):
        // The blocks of a slice whose reducer reads this one do so, too.
        slice.name != one.name && slice.stage != .migrated
          && (hasLegacyReaders || slice.readNames.contains(one.name))
      }
    }
  }

  /// Brings the class state up to date with all values whose objects are kept.
  ///
  /// A slice that refers is listed before the slice that owns, so its write may not find an object that is new.
  package func writeBack(_ state: State) {
    let written = leading.filter { $0.writeBack(state) }
    for slice in written.dropLast() where !slice.isWritten(to: state) { slice.write(to: state) }
  }

  /// Writes all values to a class state, the one of the store or a copy, if the objects of any slice are not kept.
  ///
  /// A projection may look for objects of another slice, which may have to be written first.
  /// Therefore the writes are repeated until every value is found, at most once per slice.
  package func complete(_ state: State) {
    guard leading.contains(where: { $0.stage == .migrated && $0.upkeep == .none }) else { return }
    for _ in leading {
      for slice in leading { slice.write(to: state) }
      if leading.allSatisfy({ $0.isWritten(to: state) }) { return }
    }
  }

  /// Writes values of slices, by name, to a class state.
  package func write(_ values: [String: any Sendable], to state: State) {
    for slice in slices {
      if let value = values[slice.name] { slice.listed.footprint.write(state, value) }
    }
  }

  /// The names of the slices with the types of their values, in the order of the entries.
  package var valueTypes: [(name: String, type: Any.Type)] {
    slices.map { ($0.name, $0.listed.valueType) }
  }

  /// The present values of the slices, without their signals, in the order of the entries.
  package func recordedValues(_ state: State) -> [(name: String, value: any Sendable)] {
    slices.map { ($0.name, $0.maskedValue(state)) }
  }

  /// Whether the value of any slice is read from objects.
  ///
  /// A projection may read an object that it shares with a slice whose value is elsewhere.
  var hasSlicesInObjects: Bool { slices.contains { $0.stage.control == .legacy } }

  /// Begins to follow the flags of the slices that have signals.
  func beginFlags(_ state: State, after number: ActionNumber) {
    for slice in slices { slice.raisedFlags?.begin(state, after: number) }
  }

  func noteFlags(_ state: State) {
    for slice in slices { slice.raisedFlags?.noteAction(state) }
  }

  // MARK: From any thread

  /// Returns true the first time, if a slice has signals: the caller then has the flags followed.
  func beginsFollowingFlags() -> Bool {
    guard slices.contains(where: { $0.raisedFlags != nil }) else { return false }
    return shared.withLock { !exchange(&$0.followsFlags, with: true) }
  }

  /// The gates, by the name of the slice.
  package var gates: [String: Gate] { named.mapValues { $0.listed.gate } }

  /// The stage of each slice, by name.
  package var stages: [String: Stage] { shared.withLock { $0.stages } }

  /// Returns what runs a slice, and ends the process if the store does not have the slice.
  func runtime<Value>(
    of slice: StateSlice<State, Action, Value>
  ) -> SliceRuntime<State, Action, Value> {
    if let runtime = named[slice.name] {
      if let runtime = runtime as? SliceRuntime<State, Action, Value> { return runtime }
      fatalError(
        "Slice \"\(slice.name)\" of this store has another type of value than \(Value.self).")
    }
    fatalError("This store has no slice named \"\(slice.name)\".")
  }

  /// Requests a move, in order with the other requests; none to the stage that was requested last.
  ///
  /// `judge` receives the stage that the slice has after all earlier requests, and throws to refuse; `enqueue`
  /// receives the number of reverts so far.
  func request(
    _ stage: Stage, of name: String,
    judge: (_ present: Stage) throws(MigrationError) -> Void, enqueue: (Int) -> Void
  ) throws(MigrationError) {
    requests.lock()
    defer { requests.unlock() }
    let (present, generation) = shared.withLock { ($0.requested[name], $0.generation) }
    guard let present else { throw .unknownSlice(name, known: named.sortedKeys) }
    guard present != stage else { return }
    try judge(present)
    shared.withLock { shared in
      shared.requested[name] = stage
      shared.pendingMoves += 1
    }
    enqueue(generation)
  }

  /// Voids all moves that were requested before; returns whether a slice is, or may be about to be, beyond `legacy`.
  func beginGeneration() -> Bool {
    requests.withLock {
      shared.withLock { shared in
        shared.generation += 1
        shared.requested = shared.requested.mapValues { _ in .legacy }
        return shared.pendingMoves > 0 || shared.stages.contains { $0.value != .legacy }
      }
    }
  }
}
