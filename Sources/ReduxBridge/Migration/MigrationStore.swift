public import Foundation
public import ReferenceRedux

/// A class-based store whose slices move to pure values, one at a time, while the app runs.
///
/// The app's store changes its superclass, and its list of reduce blocks becomes a list of entries;
/// the code that uses the store stays as it is:
///
/// ```swift
/// final class AppStore: MigrationStore<AppState, AppAction>, @unchecked Sendable {
///   static let shared = AppStore()
///
///   init() {
///     super.init(
///       state: AppState(),
///       entries: [.slice(theme), .blocks(SessionReducer.blocks)])
///   }
/// }
///
/// try AppStore.shared.setStage(.shadow, of: theme)
/// ```
///
/// Each slice starts at ``Stage/legacy``, where the store behaves as before. The executor of the
/// store owns both states: it reduces an action on the sides that the stage of each slice requires,
/// both from the same pre-state, and compares the results. A difference is a ``Mismatch``; the
/// answer of the control always counts.
///
/// ## Thread safety
/// Safe from any thread, as `ReferenceStore` is: only its executor touches the states.
///
/// `@unchecked Sendable` restates the conformance of the superclass; all stored properties are
/// constants of `Sendable` types.
open class MigrationStore<State: AnyObject & Codable & SendableMetatype, Action: Sendable>:
  ReferenceStore<State, Action>, @unchecked Sendable
{
  package let control: MigrationControl<State, Action>
  package var coordinator: MigrationCoordinator<State, Action> { control.coordinator }
  package var recorder: ParityRecorder<Action> { control.recorder }

  /// Creates a store with all slices at stage `legacy`.
  ///
  /// - Parameters:
  ///   - state: The initial state; the caller keeps no alias.
  ///   - entries: Slices, and blocks that no slice has claimed, in the order in which the blocks
  ///     stood in the list of reduce blocks.
  ///   - parity: How both sides are compared, and what receives the mismatches.
  ///   - evidence: Ledgers of other runs, of CI or of testers, which the gates count beside the store's
  ///     own. What is of another version than `parity` names, of a slice that the store does not have, or
  ///     of a slice with other rules, is refused: the unmet demands of a gate say so.
  ///   - configuration: The settings of the store itself.
  /// - Precondition: No two slices have the same name, each slice that another one reads is in the
  ///   list, and slices do not read each other in a cycle; the process ends with a message that names
  ///   them.
  public init(
    state: sending State,
    entries: [MigrationEntry<State, Action>],
    parity: ParityOptions<Action> = ParityOptions(),
    evidence: [ParityLedger] = [],
    configuration: StoreConfiguration = StoreConfiguration()
  ) {
    control = MigrationControl(entries, parity, evidence) {
      FootprintProbe($0, $1, $2, writesCopies: true)
    }
    let coordinator = control.coordinator
    super.init(
      state: state,
      reducers: coordinator.blocks(afterActions: 0),
      configuration: configuration)
    coordinator.writers.onSearch = { [weak self] in
      self?.interrupt { [weak self] _ in self?.composeBlocks() }
    }
    beforeAccess { coordinator.writeBack($0) }
    afterCopy { coordinator.complete($0) }
  }

  // MARK: Stages

  /// The stage of each slice, by name.
  ///
  /// A move shows here once it has taken effect.
  public var stages: [String: Stage] { coordinator.stages }

  /// Returns the stage of a slice, as ``stages`` shows it.
  ///
  /// - Parameter slice: The slice.
  /// - Returns: The stage.
  /// - Precondition: The slice is one of this store's; the process ends with a message otherwise.
  public func stage<Value>(of slice: StateSlice<State, Action, Value>) -> Stage {
    stages[coordinator.runtime(of: slice).name, default: .legacy]
  }

  /// Moves a slice to a stage, in either direction, while the app runs.
  ///
  /// Returns at once. The move takes its place among the actions: those that this caller dispatched
  /// before are reduced at the old stage, those that it dispatches afterwards at the new one. No action
  /// is lost or reduced twice. Going back loses nothing: the reference state is rebuilt from the value.
  /// A move is announced as an action is, by the notification and to each observer, whether or not the
  /// state changes. A move to the stage that was requested last does nothing, and is not announced.
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
  /// - Precondition: The slice is one of this store's; the process ends with a message otherwise.
  public func setStage<Value>(
    _ stage: Stage, of slice: StateSlice<State, Action, Value>,
    overridingGateBecause reason: String? = nil
  ) throws(MigrationError) {
    try setStage(
      stage, ofSliceNamed: coordinator.runtime(of: slice).name, overridingGateBecause: reason)
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
    try control.request(stage, of: name, overridingGateBecause: reason) { generation in
      enqueue { [self] state in
        coordinator.move(name, to: stage, requestedIn: generation, state)
        composeBlocks()
      }
    }
  }

  /// Moves every slice back to ``Stage/legacy`` at once: the kill switch.
  ///
  /// Returns at once. It overtakes pending actions: no further action is reduced at another stage.
  /// It also drops the moves that were requested before and have not taken effect. Nothing is lost. It is
  /// announced as a move is; while every slice is at `legacy`, it does nothing.
  public func revertToLegacy() {
    guard coordinator.beginGeneration() else { return }
    interrupt { [self] state in
      coordinator.revert(state)
      composeBlocks()
    }
  }

  private func composeBlocks() {
    replaceBlocks(coordinator.blocks(afterActions: statistics.actionsReduced))
  }

  // MARK: Parity

  /// The counts of all that was compared so far, by slice and action type.
  public var ledger: ParityLedger { recorder.ledger }

  /// The first unexplained mismatches, in the order of the actions.
  public var mismatches: [Mismatch] { recorder.mismatches }

  /// Returns the demands of a slice's gate that the ledger does not meet, in words.
  ///
  /// - Parameters:
  ///   - slice: The slice.
  ///   - stage: The stage to which it would move.
  /// - Returns: One sentence for each demand; empty when the slice may be promoted.
  /// - Precondition: The slice is one of this store's; the process ends with a message otherwise.
  public func unmetDemands<Value>(
    of slice: StateSlice<State, Action, Value>, for stage: Stage = .migrated
  ) -> [String] {
    control.unmetDemands(of: slice, for: stage)
  }

  /// Returns the actions that led to the first mismatch of a slice, for a `ParityCheck` to shrink.
  ///
  /// - Parameter slice: The slice.
  /// - Returns: The actions and the value before them; nil while there is no mismatch, or when the
  ///   store keeps no actions (`tracedActions` of ``ParityOptions`` is 0).
  public func trace<Value>(
    of slice: StateSlice<State, Action, Value>
  ) -> ParityTrace<Action, Value>? {
    recorder.trace(of: slice.name) as? ParityTrace<Action, Value>
  }
}

/// The parts that both stores of a migration share: slices, counts, and the judgment of moves.
///
/// `Sendable`, as its parts are.
package struct MigrationControl<State: AnyObject, Action: Sendable>: Sendable {
  package let coordinator: MigrationCoordinator<State, Action>
  package let recorder: ParityRecorder<Action>
  private let evidence: Evidence

  init(
    _ entries: [MigrationEntry<State, Action>], _ parity: ParityOptions<Action>,
    _ evidence: [ParityLedger], writesInTurn: Bool = false,
    probing makeProbe: @escaping FootprintProbe<State, Action>.Maker
  ) {
    recorder = ParityRecorder(options: parity)
    coordinator = MigrationCoordinator(
      entries: entries, recorder: recorder, probing: makeProbe, writesInTurn: writesInTurn)
    coordinator.refuseUnknownNames(in: parity.expectedActionTypes)
    self.evidence = Evidence(
      evidence, version: parity.version,
      rules: recorder.ledger.rules.mapValues { $0.map(\.rule) })
  }

  /// Requests a move if the gate lets it pass, or a reason is given; see `MigrationCoordinator`.
  func request(
    _ stage: Stage, of name: String, overridingGateBecause reason: String?,
    enqueue: (Int) -> Void
  ) throws(MigrationError) {
    let judge = { [self] (present: Stage) throws(MigrationError) -> Void in
      guard stage >= .lead, present < stage, let gate = coordinator.gates[name] else { return }
      let unmet = unmetDemands(of: gate, name, for: stage)
      if gate == .open, recorder.ledger.total(ofSliceNamed: name).compared == 0 {
        recorder.note(.init(slice: name, stage: stage, reason: "", unmet: []))
      }
      guard !unmet.isEmpty else { return }
      guard let reason else { throw .gateClosed(slice: name, stage: stage, unmet: unmet) }
      recorder.note(.init(slice: name, stage: stage, reason: reason, unmet: unmet))
    }
    try coordinator.request(stage, of: name, judge: judge, enqueue: enqueue)
  }

  func unmetDemands<Value>(
    of slice: StateSlice<State, Action, Value>, for stage: Stage
  ) -> [String] {
    let slice = coordinator.runtime(of: slice).slice
    return unmetDemands(of: slice.gate, slice.name, for: stage)
  }

  /// Judges what the store and its evidence show together, and says what of the evidence does not count.
  private func unmetDemands(of gate: Gate, _ name: String, for stage: Stage) -> [String] {
    var ledger = recorder.ledger
    ledger.merge(evidence.ledger)
    let unmet = gate.unmetDemands(ofSliceNamed: name, in: ledger, for: stage)
    return unmet.isEmpty ? [] : unmet + evidence.refusals
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
