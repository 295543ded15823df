public import ReferenceRedux

/// Lays out what each action goes through, each slice by its stage.
///
/// The blocks that it lays out run on the store's serial executor, which thereby owns both states: one
/// order, one pre-state, no two stores to keep in step. While every slice is at `legacy` they are the
/// blocks that the app always had, and nothing else.
///
/// `@unchecked Sendable` because:
/// 1. The row of slices is changed in the initialiser only. Of a slice, other threads read its name and
///    its listeners, which are safe from any; all else of it, and `index`, is touched in methods that
///    take the live state, which is handed out on the executor alone, to one caller at a time.
/// 2. `shared` is a lock; all else is constant.
final class MigrationCoordinator<State: AnyObject & Codable & SendableMetatype, Action: Sendable>:
  @unchecked Sendable
{
  private enum Part {
    case blocks([ReduceBlock<State, Action>])
    case slice(any SliceRunning<State, Action>)
  }

  /// What other threads may see and ask for.
  private struct Shared {
    var stages: [String: Stage] = [:]
    /// Counts the reverts: a move that was asked for before one is void after it.
    var generation = 0
  }

  private let parts: [Part]
  private let slices: [any SliceRunning<State, Action>]
  /// The number of the action that is being reduced, while a slice is beyond `legacy`.
  let index = ValueBox(0)
  private let shared = Locked(Shared())
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
    shared.withLock { $0.stages = stages }
  }

  // MARK: On the executor

  /// What each action goes through at the present stages, in order.
  ///
  /// - Parameter count: How many actions were reduced so far.
  /// - Returns: The blocks, those of the slices by their stages.
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

  /// Moves a slice, unless everything was reverted since the move was asked for.
  ///
  /// - Returns: Whether it was moved, so that the blocks have to be laid out anew.
  func move(_ name: String, to stage: Stage, askedIn generation: Int, _ state: State) -> Bool {
    guard shared.withLock({ $0.generation }) == generation else { return false }
    for slice in slices where slice.name == name { slice.move(to: stage, state) }
    publishStages()
    return true
  }

  /// Brings every slice back to `legacy`.
  func revert(_ state: State) {
    for slice in slices { slice.move(to: .legacy, state) }
    publishStages()
  }

  /// Brings the reference state up to all leading values.
  func writeBack(_ state: State, except name: String? = nil) {
    for slice in slices where slice.name != name { slice.writeBack(state) }
  }

  /// The value of a slice as it is now.
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

  /// The listeners of a slice that take part in the comparison.
  func listeners<Value>(of slice: StateSlice<State, Action, Value>) -> Listeners<Value> {
    runtime(of: slice).listeners
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

  /// The number of reverts so far.
  var generation: Int { shared.withLock { $0.generation } }

  /// Makes void what was asked for before.
  func beginGeneration() {
    shared.withLock { $0.generation += 1 }
  }
}

/// One entry in the list that a ``MigrationStore`` reduces each action with, in order.
///
/// The list stands where the list of reduce blocks stood. At stage `legacy` it runs exactly the blocks
/// that stood there, in the same order.
///
/// ## Thread safety
/// Safe from any thread: a value of `@Sendable` closures.
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
  /// Such a block may read the part of a slice. What it reads there is true up to the stage `lead`; of
  /// a migrated slice it reads what the projection's `clear` left, or, without a `clear`, what stood
  /// there when the slice was migrated. It must not write to the part of a slice.
  ///
  /// - Parameter blocks: The blocks, in order.
  /// - Returns: An entry for the list of a ``MigrationStore``.
  public static func blocks(_ blocks: [ReduceBlock<State, Action>]) -> MigrationEntry {
    MigrationEntry(content: .blocks(blocks))
  }

  /// A slice that is to cross.
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
