public import Foundation
import ReferenceRedux
import ValueRedux

/// The methods of a migration: you can call them on a store with slices, or on the ``Migration`` of the store.
///
/// ``MigrationStore``, ``MainMigrationStore`` and the ``Migration`` of either store conform.
///
/// ## Thread safety
/// Create facades and listeners on the main actor, and call ``collect(_:)`` of a ``MainMigrationStore`` there. All
/// other calls are safe from any thread. Off the main actor, use the ``migration`` of a ``MainMigrationStore``. A move
/// then takes effect in a later turn of the main actor; ``revertToLegacy()`` acts before the next action.
public protocol Migrating<State, Action>: AnyObject {
  /// The root of the class graph.
  associatedtype State: AnyObject
  /// The type of the actions.
  associatedtype Action: Sendable

  /// The migration of the store: its slices, their stages, and the results of the comparisons of both sides.
  var migration: Migration<State, Action> { get }
}

/// The migration of a store: its slices, their stages and gates, and the results of the comparisons.
///
/// The migration holds its store weakly. After the release of the store, a request for a move and ``dispatch(_:)`` do
/// nothing, and a call that reads the state ends the process.
public final class Migration<State: AnyObject, Action: Sendable>: Migrating, Sendable {
  package let coordinator: MigrationCoordinator<State, Action>
  package let recorder: ParityRecorder<Action>
  private let evidence: Evidence
  private let connection = Locked<StoreConnection<State, Action>?>(nil)

  init(
    _ entries: [MigrationEntry<State, Action>], _ parity: ParityOptions<Action>,
    _ evidence: [ParityLedger], writesInTurn: Bool = false, writesCopies: Bool = true,
    probing makeProbe: @escaping FootprintProbe<State, Action>.Maker
  ) {
    recorder = ParityRecorder(options: parity)
    coordinator = MigrationCoordinator(
      entries: entries, recorder: recorder, writesInTurn: writesInTurn,
      performing: { $1.perform() }, probing: makeProbe)
    coordinator.refuseUnknownNames(in: parity.expectedActionTypes)
    if !writesCopies || parity.footprintInterval <= 0 {
      let slices = coordinator.gates.keys
      recorder.book.withLock { for slice in slices { $0.ledger[slice].isUnwritten = true } }
    }
    self.evidence = Evidence(evidence, version: parity.version, for: recorder.ledger.slices)
  }

  /// The migration itself.
  public var migration: Migration { self }

  // MARK: The store

  /// Connects the migration with its store.
  func connect(_ store: StoreConnection<State, Action>) {
    connection.withLock { $0 = store }
    coordinator.writers.onSearch = { [weak self] in
      guard let self else { return }
      store.interrupt { _ in self.composeBlocks(of: store) }
    }
  }

  package var store: StoreConnection<State, Action> { connection.withLock { $0! } }

  package var actionsReduced: Int { store.actionsReduced() }

  fileprivate func composeBlocks(of store: StoreConnection<State, Action>) {
    store.replaceBlocks { [coordinator] in
      coordinator.blocks(afterActions: store.actionsReduced())
    }
  }

  // MARK: Gates

  /// Refuses a move that the gate does not let pass without a reason, and notes one without evidence.
  fileprivate func judge(
    _ stage: Stage, of name: String, at present: Stage, overridingGateBecause reason: String?
  ) throws(MigrationError) {
    guard stage >= .lead, present < stage, let gate = coordinator.named[name]?.listed.gate
    else { return }
    let unmet = unmetDemands(of: gate, name, for: stage)
    let isUnseen = gate == .open && recorder.ledger[name].total.compared == 0
    guard isUnseen || !unmet.isEmpty else { return }
    let given = isUnseen ? "" : reason
    guard let given else { throw .gateClosed(slice: name, stage: stage, unmet: unmet) }
    recorder.book.withLock {
      $0.ledger.overrides.append(.init(slice: name, stage: stage, reason: given, unmet: unmet))
    }
  }

  /// Judges what the store and its evidence show together, and says what of the evidence does not count.
  fileprivate func unmetDemands(of gate: Gate, _ name: String, for stage: Stage) -> [String] {
    // One slice, since merging whole ledgers would take a move as long as there are slices.
    var ledger = ParityLedger()
    ledger.slices[name] = recorder.book.withLock { $0.ledger.slices[name] }
    if let slice = evidence.ledger.slices[name] { ledger[name].merge(slice) }
    let unmet = gate.unmetDemands(ofSliceNamed: name, in: ledger, for: stage)
    return unmet.isEmpty ? [] : unmet + evidence.refusals
  }

  // MARK: Facades

  @MainActor
  fileprivate func facade<Value: Equatable & Sendable>(
    reading read: @escaping @Sendable (SliceValues<State, Action>) -> Value
  ) -> ValueFacade<Migration, Value> {
    let (store, coordinator) = (store, coordinator)
    if coordinator.beginsFollowingFlags() {
      _ = store.afterEachAction(
        true,
        { coordinator.beginFlags($0, after: ActionNumber(UInt64(store.actionsReduced()))) },
        { state, _ in coordinator.noteFlags(state) })
    }
    return ValueFacade(
      self, of: store, needsObjects: { coordinator.hasSlicesInObjects },
      reading: { read(SliceValues(coordinator, $0)) })
  }
}

// MARK: - Stages

extension Migrating {
  /// The stage of each slice, by name; a new stage appears when the move takes effect.
  public var stages: [String: Stage] { migration.coordinator.stages }

  /// Returns the stage of a slice, as ``stages`` shows it.
  ///
  /// - Parameter slice: The slice.
  /// - Returns: The stage.
  /// - Precondition: The slice belongs to this store; otherwise, the process ends with a message.
  public func stage<Value>(of slice: StateSlice<State, Action, Value>) -> Stage {
    stages[migration.coordinator.runtime(of: slice).name, default: .legacy]
  }

  /// Moves a slice to a later or an earlier stage, while the app runs.
  ///
  /// This method returns at once. The store reduces the earlier actions of this caller at the old stage, and the later
  /// actions at the new stage. The store loses no action, and reduces no action twice. A move back loses no change: the
  /// store rebuilds the class state from the value. After a move, the store posts its notification and calls its
  /// observers, as after an action. If the last request for this slice was for the same stage, the call does nothing.
  ///
  /// A move to ``Stage/lead`` or ``Stage/migrated`` from an earlier stage must pass the slice's gate. At the moment of
  /// the call, the gate judges the store's ledger and the `evidence` passed to the store. For the gate, a slice is already
  /// at the stage that was requested last, even if that move has not taken effect.
  ///
  /// - Parameters:
  ///   - stage: The new stage.
  ///   - slice: The slice.
  ///   - reason: The reason to override a closed gate; the ledger records the reason. With nil, the gate decides.
  /// - Throws: ``MigrationError/gateClosed(slice:stage:unmet:)`` if the gate is closed and no reason is given; the stage
  ///   then stays as it is.
  /// - Complexity: O(1) without a gate, else O(*n*) for *n* ledger rows of the slice. The move itself can also cost one
  ///   `read` or one `write` of the slice's projection.
  /// - Precondition: The slice belongs to this store; otherwise, the process ends with a message.
  public func setStage<Value>(
    _ stage: Stage, of slice: StateSlice<State, Action, Value>,
    overridingGateBecause reason: String? = nil
  ) throws(MigrationError) {
    let name = migration.coordinator.runtime(of: slice).name
    try setStage(stage, ofSliceNamed: name, overridingGateBecause: reason)
  }

  /// Moves the slice with a given name to a stage, for example if a server sends the names of the slice and the stage.
  ///
  /// - Parameters:
  ///   - stage: The new stage.
  ///   - name: The name of the slice.
  ///   - reason: The reason to override a closed gate; the ledger records the reason. With nil, the gate decides.
  /// - Throws: ``MigrationError/unknownSlice(_:known:)`` if no slice has this name, or the error of
  ///   ``setStage(_:of:overridingGateBecause:)``.
  public func setStage(
    _ stage: Stage, ofSliceNamed name: String, overridingGateBecause reason: String? = nil
  ) throws(MigrationError) {
    let (migration, store) = (migration, migration.store)
    try migration.coordinator.request(
      stage, of: name,
      judge: { (present) throws(MigrationError) in
        try migration.judge(stage, of: name, at: present, overridingGateBecause: reason)
      },
      enqueue: { generation in
        store.enqueue { state in
          migration.coordinator.move(name, to: stage, requestedIn: generation, state)
          migration.composeBlocks(of: store)
        }
      })
  }

  /// Moves every slice back to ``Stage/legacy`` before the next action, for an emergency.
  ///
  /// This method returns at once. The revert overtakes pending actions: the store reduces every pending action at
  /// `legacy`. The revert also drops requested moves that have not taken effect. No action and no change is lost. The
  /// store posts its notification and calls its observers, as after an action. If every slice is at `legacy` and no
  /// move is pending, the call does nothing.
  public func revertToLegacy() {
    let (migration, store) = (migration, migration.store)
    guard migration.coordinator.beginGeneration() else { return }
    store.interrupt { state in
      migration.coordinator.revert(state)
      migration.composeBlocks(of: store)
    }
  }
}

// MARK: - Parity

extension Migrating {
  /// The counts of compared actions so far, by slice and action type; readable on any thread.
  ///
  /// - Complexity: O(1); after an access, the next comparison copies the rows of the ledger once.
  public var ledger: ParityLedger { migration.recorder.ledger }

  /// The first mismatches that no rule explains, at most `keptMismatches` of ``ParityOptions``; O(1), on any thread.
  public var mismatches: [Mismatch] { migration.recorder.mismatches }

  /// Returns, in words, each demand of a slice's gate that the ledger and the evidence do not meet.
  ///
  /// - Parameters:
  ///   - slice: The slice.
  ///   - stage: The stage to which the slice would move.
  /// - Returns: A sentence for each unmet demand, then one for each refusal of evidence; empty if no demand is unmet.
  /// - Complexity: O(*n*) in the number of the slice's rows in the ledger and in the evidence.
  /// - Precondition: The slice belongs to this store; otherwise, the process ends with a message.
  public func unmetDemands<Value>(
    of slice: StateSlice<State, Action, Value>, for stage: Stage = .migrated
  ) -> [String] {
    let slice = migration.coordinator.runtime(of: slice).slice
    return migration.unmetDemands(of: slice.gate, slice.name, for: stage)
  }

  /// Returns the actions that led to the first mismatch of a slice; a `ParityCheck` can shorten the list.
  ///
  /// - Parameter slice: The slice.
  /// - Returns: The actions, and the value before them; nil if no mismatch occurred or the option `tracedActions` is 0.
  public func trace<Value>(
    of slice: StateSlice<State, Action, Value>
  ) -> ParityTrace<Action, Value>? {
    migration.recorder.book.withLock { $0.traces[slice.name] } as? ParityTrace<Action, Value>
  }
}

// MARK: - New screens, and the end

extension Migrating {
  /// Returns a facade that shows a slice as a store of values, for screens that are written for such a store.
  ///
  /// The facade shows the slice at every stage. You can therefore rewrite a screen before or after its slice migrates,
  /// and a move of the slice does not affect the screen. This call blocks the main actor until pending actions are
  /// reduced. The facade of a ``MainMigrationStore`` shows the new value when the outermost call of `dispatch` ends,
  /// before the store posts its notification. At `legacy` and `shadow` only, the facade also shows changes by code
  /// outside of `dispatch`, after the next action.
  ///
  /// - Parameter slice: The slice.
  /// - Returns: A facade that shows the slice, dispatches to the store, and keeps the store alive.
  /// - Precondition: The slice belongs to this store; otherwise, the process ends with a message.
  @MainActor
  public func facade<Value>(
    of slice: StateSlice<State, Action, Value>
  ) -> ValueFacade<Migration<State, Action>, Value> {
    facade { $0[slice] }
  }

  /// Returns a facade that combines the values of several slices into one value; all are values after the same action.
  ///
  /// - Parameter combine: Combines the values of the slices into one value.
  /// - Returns: A facade that shows the combined value, dispatches to the store, and keeps the store alive.
  /// - Precondition: `combine` reads only slices of the store; otherwise, the process ends with a message.
  @MainActor
  public func facade<Combined: Equatable & Sendable>(
    combining combine: @escaping @Sendable (SliceValues<State, Action>) -> Combined
  ) -> ValueFacade<Migration<State, Action>, Combined> {
    migration.facade(reading: combine)
  }

  /// Collects the values of all slices, if every slice is migrated.
  ///
  /// This call is the last step of a migration. The collected values become the state of a `ValueStore`, whose reducer
  /// combines the reducers of the slices. The app then releases the store of the migration.
  ///
  /// ```swift
  /// let state = try store.collect { values in
  ///   AppValue(theme: values[theme], notes: values[notes])
  /// }
  /// let newStore = ValueStore(initialState: state, reducer: appReducer)
  /// ```
  ///
  /// The new store numbers its actions above the signals in the state, so it neither loses nor repeats a signal.
  ///
  /// - Parameter assemble: Makes the whole state from the values of the slices; reading a value costs O(1).
  /// - Returns: The whole state, as it is after all actions that this caller dispatched earlier.
  /// - Throws: ``MigrationError/notMigrated(_:)`` if a slice is at another stage than ``Stage/migrated``.
  /// - Precondition: `assemble` reads only slices of the store; otherwise, the process ends with a message.
  public func collect<Whole: Sendable>(
    _ assemble: (SliceValues<State, Action>) -> Whole
  ) throws(MigrationError) -> Whole {
    let (store, coordinator) = (migration.store, migration.coordinator)
    let (whole, stages) = withoutActuallyEscaping(assemble) { assemble in
      // A store lends its state on the thread of the caller.
      nonisolated(unsafe) let assemble = assemble
      return store.read { state in
        let whole = unsafe assemble(SliceValues(coordinator, state))
        return (whole, coordinator.stages)
      }
    }
    let left = stages.filter { $0.value != .migrated }.sortedKeys
    guard left.isEmpty else { throw .notMigrated(left) }
    return whole
  }
}

/// The values of all slices of a store, all after the same action.
///
/// ## Thread safety
/// The values are valid only during the call of the closure that receives them.
public struct SliceValues<State: AnyObject, Action: Sendable> {
  private let coordinator: MigrationCoordinator<State, Action>
  private let state: State

  package init(_ coordinator: MigrationCoordinator<State, Action>, _ state: State) {
    (self.coordinator, self.state) = (coordinator, state)
  }

  /// The value of a slice.
  ///
  /// - Parameter slice: The slice.
  /// - Precondition: The slice belongs to the store; otherwise, the process ends with a message.
  public subscript<Value>(slice: StateSlice<State, Action, Value>) -> Value {
    coordinator.shownValue(of: slice, state)
  }
}

/// The reason why the stage of a slice did not change, or why `collect` could not collect the values.
public enum MigrationError: LocalizedError, Sendable, Equatable, CustomStringConvertible {
  /// The store has no slice with this name.
  case unknownSlice(String, known: [String])
  /// The ledger and the evidence do not meet the demands of the slice's gate.
  case gateClosed(slice: String, stage: Stage, unmet: [String])
  /// The slices with these names are not migrated; `collect` needs all slices at stage `migrated`.
  case notMigrated([String])

  /// The error in words; for a closed gate, also the way to override the gate.
  public var description: String {
    switch self {
    case .unknownSlice(let name, let known):
      "There is no slice named \"\(name)\"; this store has \(known.joined(separator: ", "))."
    case .gateClosed(let slice, let stage, let unmet):
      "Slice \"\(slice)\" may not be promoted to \(stage.rawValue) yet: "
        + "\(unmet.joined(separator: "; ")). To promote it all the same, give a reason."
    case .notMigrated(let names):
      "These slices are not migrated yet: \(names.joined(separator: ", "))."
    }
  }

  /// The text of ``description``, so that `localizedDescription` is the same.
  public var errorDescription: String? { description }
}
