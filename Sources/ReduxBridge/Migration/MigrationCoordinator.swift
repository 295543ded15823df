import Foundation
public import ReferenceRedux

/// Composes the blocks that each action runs through, each slice by its stage.
///
/// The blocks run on the store's serial executor, which thereby owns both states: one order, one
/// pre-state, no two stores to keep in step. While every slice is at `legacy`, they are exactly the
/// blocks of the app.
///
/// `@unchecked Sendable` because:
/// 1. The list of slices changes in the initializer only. Other threads read the name and the
///    listeners of a slice, which are safe from any thread; everything else of a slice, and `index`,
///    is touched in methods that take the live state, which the executor lends to one caller at a
///    time.
/// 2. `shared` is a lock; everything else is constant.
final class MigrationCoordinator<State: AnyObject & Codable & SendableMetatype, Action: Sendable>:
  @unchecked Sendable
{
  private enum Part {
    case blocks([ReduceBlock<State, Action>])
    case slice(any SliceRunning<State, Action>)
  }

  /// What other threads read and request.
  private struct Shared {
    var stages: [String: Stage] = [:]
    /// The stages that were requested last: those that take effect after all that is pending.
    var requested: [String: Stage] = [:]
    /// Counts the reverts: each voids the moves that were requested before it.
    var generation = 0
  }

  private let parts: [Part]
  private let slices: [any SliceRunning<State, Action>]
  /// The number of the action that is being reduced, while a slice is beyond `legacy`.
  let index = ValueBox(0)
  private let shared = Locked(Shared())
  /// Held while a move is judged and enqueued, so that the last request is the one that takes effect last.
  private let requests = NSLock()
  let gates: [String: Gate]

  init(entries: [MigrationEntry<State, Action>], recorder: ParityRecorder<Action>) {
    var parts: [Part] = []
    var gates: [String: Gate] = [:]
    for entry in entries {
      switch entry.content {
      case .blocks(let blocks):
        parts.append(.blocks(blocks))
      case .slice(let name, let gate, let makeRuntime):
        guard gates.updateValue(gate, forKey: name) == nil else {
          fatalError("Two slices are named \"\(name)\": a slice's name is unique in its store.")
        }
        parts.append(.slice(makeRuntime(recorder, index)))
      }
    }
    self.parts = parts
    self.gates = gates
    slices = parts.compactMap { part in
      if case .slice(let slice) = part { slice } else { nil }
    }
    let stages = gates.mapValues { _ in Stage.legacy }
    shared.withLock { ($0.stages, $0.requested) = (stages, stages) }
    for name in recorder.options.expectedActionTypes.keys.sorted() where gates[name] == nil {
      fatalError(
        "expectedActionTypes of the parity options names a slice that the store does not have: there is "
          + "no slice named \"\(name)\"; it has \(gates.keys.sorted().joined(separator: ", ")).")
    }
  }

  // MARK: On the executor

  /// Composes the blocks that each action runs through at the present stages.
  ///
  /// - Parameter count: The number of actions reduced so far.
  /// - Returns: The blocks, in order.
  func blocks(afterActions count: Int) -> [ReduceBlock<State, Action>] {
    let hasLeader = slices.contains { $0.stage == .lead }
    var blocks: [ReduceBlock<State, Action>] = []
    if slices.contains(where: { $0.stage != .legacy }) {
      index.place.pointee = count
      blocks.append { [index] _, _ in index.place.pointee += 1 }
    }
    for part in parts {
      switch part {
      case .blocks(let unclaimed):
        if hasLeader { blocks.append { [unowned self] state, _ in writeBack(state) } }
        blocks += unclaimed
      case .slice(let slice):
        if hasLeader, slice.stage != .migrated {
          let name = slice.name
          blocks.append { [unowned self] state, _ in writeBack(state, except: name) }
        }
        blocks += slice.blocks
      }
    }
    return blocks
  }

  /// Moves a slice, unless all slices were reverted since the request.
  ///
  /// - Returns: Whether the slice moved, so that the blocks must be composed again.
  func move(_ name: String, to stage: Stage, requestedIn generation: Int, _ state: State) -> Bool {
    guard shared.withLock({ $0.generation }) == generation else { return false }
    for slice in slices where slice.name == name { slice.move(to: stage, state) }
    publishStages()
    return true
  }

  /// Moves every slice back to `legacy`.
  func revert(_ state: State) {
    for slice in slices { slice.move(to: .legacy, state) }
    publishStages()
  }

  /// Brings the reference state up to date with all leading values.
  func writeBack(_ state: State, except name: String? = nil) {
    for slice in slices where slice.name != name { slice.writeBack(state) }
  }

  /// The present value of a slice.
  func value<Value>(of slice: StateSlice<State, Action, Value>, _ state: State) -> Value {
    runtime(of: slice).currentValue(state)
  }

  private func publishStages() {
    let stages = Dictionary(uniqueKeysWithValues: slices.map { ($0.name, $0.stage) })
    shared.withLock { $0.stages = stages }
  }

  // MARK: From any thread

  /// The stage of each slice, by name.
  var stages: [String: Stage] { shared.withLock { $0.stages } }

  /// The listeners of a slice whose deliveries are compared.
  func listeners<Value>(of slice: StateSlice<State, Action, Value>) -> Listeners<Value> {
    runtime(of: slice).listeners
  }

  /// Returns the name of a slice, and ends the process if the store does not have the slice.
  func checkedName<Value>(of slice: StateSlice<State, Action, Value>) -> String {
    runtime(of: slice).name
  }

  private func runtime<Value>(
    of slice: StateSlice<State, Action, Value>
  ) -> SliceRuntime<State, Action, Value> {
    for runtime in slices where runtime.name == slice.name {
      if let runtime = runtime as? SliceRuntime<State, Action, Value> { return runtime }
      fatalError(
        "Slice \"\(slice.name)\" of this store has another type of value than \(Value.self).")
    }
    fatalError("This store has no slice named \"\(slice.name)\".")
  }

  /// Requests a move, in order with the other requests.
  ///
  /// - Parameters:
  ///   - stage: The new stage.
  ///   - name: The name of the slice.
  ///   - judge: Receives the stage that the slice has after all earlier requests, and throws to refuse.
  ///   - enqueue: Receives the number of reverts so far, and enqueues the move.
  /// - Throws: ``MigrationError/unknownSlice(_:known:)``, or what `judge` throws.
  func request(
    _ stage: Stage, of name: String,
    judge: (_ present: Stage) throws(MigrationError) -> Void, enqueue: (Int) -> Void
  ) throws(MigrationError) {
    requests.lock()
    defer { requests.unlock() }
    let (present, generation) = shared.withLock { ($0.requested[name], $0.generation) }
    guard let present else {
      throw .unknownSlice(name, known: gates.keys.sorted())
    }
    try judge(present)
    shared.withLock { $0.requested[name] = stage }
    enqueue(generation)
  }

  /// Voids all moves that were requested before.
  func beginGeneration() {
    requests.lock()
    defer { requests.unlock() }
    shared.withLock { shared in
      shared.generation += 1
      shared.requested = shared.requested.mapValues { _ in .legacy }
    }
  }
}

/// One entry in the list that a ``MigrationStore`` reduces each action with, in order.
///
/// The list replaces the list of reduce blocks. At stage `legacy` it runs exactly the blocks that
/// the store had, in the same order.
public struct MigrationEntry<State: AnyObject & Codable & SendableMetatype, Action: Sendable>:
  Sendable
{
  /// What the entry becomes in a running store.
  enum Content: Sendable {
    case blocks([ReduceBlock<State, Action>])
    case slice(
      name: String, gate: Gate,
      makeRuntime:
        @Sendable (ParityRecorder<Action>, ValueBox<Int>) -> any SliceRunning<State, Action>)
  }

  let content: Content

  /// Reduce blocks that no slice has claimed yet: they run at every stage of every slice.
  ///
  /// Such a block may read the part of a slice. That part is up to date through the stage `lead`; of
  /// a migrated slice the block reads what the projection's `clear` left, or, without a `clear`, the
  /// state at the moment of the migration. The block must not write to the part of a slice.
  ///
  /// - Parameter blocks: The blocks, in order.
  /// - Returns: An entry for the list of a ``MigrationStore``.
  public static func blocks(_ blocks: [ReduceBlock<State, Action>]) -> MigrationEntry {
    MigrationEntry(content: .blocks(blocks))
  }

  /// A slice that migrates.
  ///
  /// - Parameter slice: The slice.
  /// - Returns: An entry for the list of a ``MigrationStore``.
  public static func slice<Value>(_ slice: StateSlice<State, Action, Value>) -> MigrationEntry {
    MigrationEntry(
      content: .slice(
        name: slice.name, gate: slice.gate,
        makeRuntime: { SliceRuntime(slice, recorder: $0, index: $1) }))
  }
}
