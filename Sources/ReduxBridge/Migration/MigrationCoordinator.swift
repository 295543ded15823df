import ReferenceRedux

/// Runs each action through the entries of a migration, each slice by its stage.
///
/// It stands in the store as its only reduce block, so it runs on the store's serial executor, which
/// thereby owns both states: one order, one pre-state, no two stores to keep in step.
///
/// `@unchecked Sendable` because:
/// 1. The slices, `chain`, `counter` and the two flags are touched in the initialiser and in methods
///    that take the live state, which is handed out on the executor alone, to one caller at a time.
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
    var isRevertRequested = false
    /// Counts the reverts: a move that was asked for before one is void after it.
    var generation = 0
  }

  private let parts: [Part]
  private let slices: [any SliceRunning<State, Action>]
  private let counter = ActionCounter()

  /// What each action goes through at the present stages, in order.
  private var chain = BlockChain<State, Action>([])

  /// Whether a reference state may have been left behind by a value, so that it has to be written back.
  private var hasLeader = false

  /// Whether all slices are at `legacy`, so that there is nothing to revert.
  private var isLegacyOnly = true

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
        parts.append(.slice(makeRuntime(recorder, counter)))
      }
    }
    self.parts = parts
    self.gates = gates
    slices = parts.compactMap { part in
      if case .slice(let slice) = part { slice } else { nil }
    }
    layOutBlocks()
    let stages = gates.mapValues { _ in Stage.legacy }
    shared.withLock { $0.stages = stages }
  }

  // MARK: On the executor

  /// Reduces one action.
  func reduce(_ state: State, _ action: Action) {
    counter.index += 1
    if !isLegacyOnly { revertIfRequested(state) }
    withUnsafePointer(to: action) { chain.reduce(state, $0) }
  }

  /// Lays out what each action goes through, so that a slice costs an action no more than its stage asks.
  private func layOutBlocks() {
    isLegacyOnly = slices.allSatisfy { $0.stage == .legacy }
    hasLeader = slices.contains { $0.stage == .lead }
    var laidOut: [ReduceBlock<State, Action>] = []
    for part in parts {
      switch part {
      case .blocks(let blocks):
        if hasLeader { laidOut.append { [unowned self] state, _ in writeBack(state) } }
        laidOut += blocks
      case .slice(let slice):
        if hasLeader, slice.stage != .migrated {
          let name = slice.name
          laidOut.append { [unowned self] state, _ in writeBack(state, except: name) }
        }
        laidOut += slice.blocks
      }
    }
    chain = BlockChain(laidOut)
  }

  /// Moves a slice, unless everything was reverted since the move was asked for.
  func move(_ name: String, to stage: Stage, askedIn generation: Int, _ state: State) {
    revertIfRequested(state)
    guard shared.withLock({ $0.generation }) == generation else { return }
    for slice in slices where slice.name == name { slice.move(to: stage, state) }
    publishStages()
  }

  /// Brings every slice back to `legacy`, if that was asked for.
  func revertIfRequested(_ state: State) {
    guard shared.withLock({ $0.isRevertRequested }) else { return }
    for slice in slices { slice.move(to: .legacy, state) }
    publishStages()
  }

  /// Brings the reference state up to all leading values.
  func writeBack(_ state: State, except name: String? = nil) {
    for slice in slices where slice.name != name { slice.writeBack(state) }
  }

  /// The value of a slice as it is now.
  func value<Value>(of slice: Slice<State, Action, Value>, _ state: State) -> Value {
    for runtime in slices where runtime.name == slice.name {
      if let runtime = runtime as? SliceRuntime<State, Action, Value> {
        return runtime.currentValue(state)
      }
      fatalError(
        "Slice \"\(slice.name)\" of this store has another type of value than \(Value.self).")
    }
    fatalError("This store has no slice named \"\(slice.name)\".")
  }

  private func publishStages() {
    layOutBlocks()
    let stages = Dictionary(uniqueKeysWithValues: slices.map { ($0.name, $0.stage) })
    shared.withLock {
      $0.stages = stages
      if isLegacyOnly { $0.isRevertRequested = false }
    }
  }

  // MARK: From any thread

  /// The stage of each slice, by name.
  var stages: [String: Stage] { shared.withLock { $0.stages } }

  /// The number of reverts so far.
  var generation: Int { shared.withLock { $0.generation } }

  /// Asks for every slice to be back at `legacy` before the next action is reduced.
  func requestRevert() {
    shared.withLock {
      $0.isRevertRequested = true
      $0.generation += 1
    }
  }
}
