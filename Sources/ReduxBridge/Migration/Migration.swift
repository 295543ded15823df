public import Foundation
import ReferenceRedux
import ValueRedux

/// The calls of a migration, on a store whose slices migrate or on its ``Migration``.
///
/// ``MigrationStore`` and ``MainMigrationStore`` conform, and their ``Migration``.
///
/// ## Thread safety
/// Safe from any thread, except facades, which are for the main actor, and ``collect(_:)`` over a
/// ``MainMigrationStore``. Other threads use the ``migration`` of such a store: called there, a move takes effect
/// in a later turn of the main actor, and the kill switch before the next action.
public protocol Migrating<State, Action>: AnyObject {
  /// The root of the class graph.
  associatedtype State: AnyObject
  /// The type of the actions.
  associatedtype Action: Sendable

  /// The slices, with their stages and what was compared.
  var migration: Migration<State, Action> { get }
}

/// The migration of a store: its slices, their stages and gates, and what was compared.
///
/// It holds its store weakly. When the store is gone, ``Migrating/setStage(_:of:overridingGateBecause:)`` and
/// dispatching do nothing, and a call that reads the state ends the process.
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

  /// Sets the store, once it is made.
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
  /// The stage of each slice, by name, once a move to it has taken effect.
  public var stages: [String: Stage] { migration.coordinator.stages }

  /// Returns the stage of a slice, as ``stages`` shows it.
  ///
  /// - Parameter slice: The slice.
  /// - Returns: The stage.
  /// - Precondition: The slice is one of this store's; the process ends with a message otherwise.
  public func stage<Value>(of slice: StateSlice<State, Action, Value>) -> Stage {
    stages[migration.coordinator.runtime(of: slice).name, default: .legacy]
  }

  /// Moves a slice to a stage, in either direction, while the app runs.
  ///
  /// Returns at once. The move takes its place among the actions: those that this caller dispatched before are
  /// reduced at the old stage, its later ones at the new one. No action is lost or reduced twice. Going back loses
  /// nothing: the class state is rebuilt from the value. A move is announced as an action is, by the notification
  /// and to each observer. A move to the stage that was requested last does nothing, and is not announced.
  ///
  /// A move to ``Stage/lead`` or ``Stage/migrated`` from an earlier stage must pass the gate of the
  /// slice, judged by the ledger at the moment of the call. The earlier stage is the one that was
  /// requested last, whether or not it has taken effect.
  ///
  /// - Parameters:
  ///   - stage: The new stage.
  ///   - slice: The slice.
  ///   - reason: Why to promote past a closed gate; the ledger records it. Nil to respect the gate.
  /// - Throws: ``MigrationError/gateClosed(slice:stage:unmet:)`` when the gate is closed and no reason
  ///   is given; the stage is as it was.
  /// - Complexity: O(1); the executor of the store then reads or writes the value of the slice once.
  /// - Precondition: The slice is one of this store's; the process ends with a message otherwise.
  public func setStage<Value>(
    _ stage: Stage, of slice: StateSlice<State, Action, Value>,
    overridingGateBecause reason: String? = nil
  ) throws(MigrationError) {
    let name = migration.coordinator.runtime(of: slice).name
    try setStage(stage, ofSliceNamed: name, overridingGateBecause: reason)
  }

  /// Moves a slice, known by its name, to a stage: for stages that come from a remote configuration.
  ///
  /// - Parameters:
  ///   - stage: The new stage.
  ///   - name: The name of the slice.
  ///   - reason: Why to promote past a closed gate; the ledger records it. Nil to respect the gate.
  /// - Throws: ``MigrationError/unknownSlice(_:known:)``, or what
  ///   ``setStage(_:of:overridingGateBecause:)`` throws.
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

  /// Moves every slice back to ``Stage/legacy`` at once: the kill switch.
  ///
  /// Returns at once. It overtakes pending actions: no further action is reduced at another stage.
  /// It also drops the moves that were requested before and have not taken effect. Nothing is lost. It is
  /// announced as a move is; while every slice is at `legacy`, it does nothing.
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
  /// The numbers of compared actions so far, by slice and action type; readable on any thread.
  ///
  /// - Complexity: O(1); the store copies the rows once at its next comparison.
  public var ledger: ParityLedger { migration.recorder.ledger }

  /// The first unexplained mismatches, at most `keptMismatches` of ``ParityOptions``; O(1), readable on any thread.
  public var mismatches: [Mismatch] { migration.recorder.mismatches }

  /// Returns the demands of a slice's gate that the ledger does not meet, in words.
  ///
  /// - Parameters:
  ///   - slice: The slice.
  ///   - stage: The stage to which it would move.
  /// - Returns: One sentence for each demand; empty when the slice may be promoted.
  /// - Complexity: O(*n*) in the number of rows of the ledger, and of those that are evidence.
  /// - Precondition: The slice is one of this store's; the process ends with a message otherwise.
  public func unmetDemands<Value>(
    of slice: StateSlice<State, Action, Value>, for stage: Stage = .migrated
  ) -> [String] {
    let slice = migration.coordinator.runtime(of: slice).slice
    return migration.unmetDemands(of: slice.gate, slice.name, for: stage)
  }

  /// Returns the actions that led to the first mismatch of a slice, for a `ParityCheck` to shrink.
  ///
  /// - Parameter slice: The slice.
  /// - Returns: The actions and the value before them; nil without a mismatch, or if `tracedActions` is 0.
  public func trace<Value>(
    of slice: StateSlice<State, Action, Value>
  ) -> ParityTrace<Action, Value>? {
    migration.recorder.book.withLock { $0.traces[slice.name] } as? ParityTrace<Action, Value>
  }
}

// MARK: - New screens, and the end

extension Migrating {
  /// Returns a slice as a store of values: for screens in the new form.
  ///
  /// The facade shows the slice at every stage, so a screen may be rewritten before or after its slice migrates, and
  /// does not change while the slice moves. This call blocks the main actor once, until pending actions are reduced.
  /// Over a ``MainMigrationStore`` the facade shows the value after each outermost dispatch, before the notification;
  /// it shows a change by other code, outside of dispatch, after the next action.
  ///
  /// - Parameter slice: The slice.
  /// - Returns: A facade that shows the slice, dispatches to the store and keeps it.
  /// - Precondition: The slice is one of the store's; the process ends with a message otherwise.
  @MainActor
  public func facade<Value>(
    of slice: StateSlice<State, Action, Value>
  ) -> ValueFacade<Migration<State, Action>, Value> {
    facade { $0[slice] }
  }

  /// Returns several slices as one store of values, which shows all of them after the same action.
  ///
  /// - Parameter combine: Makes one value of the values of the slices.
  /// - Returns: A facade that shows the combined value, dispatches to the store and keeps it.
  /// - Precondition: `combine` reads slices of the store; the process ends with a message otherwise.
  @MainActor
  public func facade<Combined: Equatable & Sendable>(
    combining combine: @escaping @Sendable (SliceValues<State, Action>) -> Combined
  ) -> ValueFacade<Migration<State, Action>, Combined> {
    migration.facade(reading: combine)
  }

  /// Collects the values of the slices, once every slice is migrated.
  ///
  /// The last step of a migration: the values become the state of a `ValueStore`, whose reducer
  /// combines the slices' reducers, and the app drops this store.
  ///
  /// ```swift
  /// let state = try store.collect { values in
  ///   AppValue(theme: values[theme], notes: values[notes])
  /// }
  /// let newStore = ValueStore(initialState: state, reducer: appReducer)
  /// ```
  ///
  /// The new store continues after the newest signal in the state, so that none is lost or repeated.
  ///
  /// - Parameter assemble: Makes the whole state of the values of the slices, each of which costs O(1) to read.
  /// - Returns: The state after all that this caller dispatched before.
  /// - Throws: ``MigrationError/notMigrated(_:)`` when slices are at another stage.
  /// - Precondition: `assemble` reads slices of the store; the process ends with a message otherwise.
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

/// The values of the slices of a store, between two actions.
///
/// ## Thread safety
/// Confined to the call that receives it.
public struct SliceValues<State: AnyObject, Action: Sendable> {
  private let coordinator: MigrationCoordinator<State, Action>
  private let state: State

  package init(_ coordinator: MigrationCoordinator<State, Action>, _ state: State) {
    (self.coordinator, self.state) = (coordinator, state)
  }

  /// The value of a slice.
  ///
  /// - Parameter slice: The slice.
  /// - Precondition: The slice is one of the store's; the process ends with a message otherwise.
  public subscript<Value>(slice: StateSlice<State, Action, Value>) -> Value {
    coordinator.shownValue(of: slice, state)
  }
}

/// Why a stage did not change, or the values could not be collected.
public enum MigrationError: LocalizedError, Sendable, Equatable, CustomStringConvertible {
  /// The store has no slice with this name.
  case unknownSlice(String, known: [String])
  /// The ledger does not meet the demands of the slice's gate.
  case gateClosed(slice: String, stage: Stage, unmet: [String])
  /// These slices are not migrated, and the values can be collected only when all are.
  case notMigrated([String])

  /// The fault, and the way to mend it.
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

  /// The description, for `localizedDescription`.
  public var errorDescription: String? { description }
}
