public import ReferenceRedux

/// A class-based store whose slices cross to pure values, one at a time, while the app runs.
///
/// The app's store changes its superclass, and its list of reduce blocks becomes a list of entries;
/// all that uses the store stays as it is:
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
/// try AppStore.shared.setStage(.shadow, of: "theme")
/// ```
///
/// Each slice starts at ``Stage/legacy``, where the store does what it did before. The executor of the
/// store owns both states: an action is reduced on the sides that each slice's stage asks for, both
/// from the same pre-state, and compared there. A difference is a ``Mismatch``; the control's answer is
/// taken in any case.
///
/// ## Thread safety
/// Safe from any thread, as `ReferenceStore` is: states are touched on its executor alone.
///
/// `@unchecked Sendable` restates the conformance of the superclass; both stored properties are
/// constants of `Sendable` types.
open class MigrationStore<State: AnyObject & Codable & SendableMetatype, Action: Sendable>:
  ReferenceStore<State, Action>, @unchecked Sendable
{
  let coordinator: MigrationCoordinator<State, Action>
  let recorder: ParityRecorder<Action>

  /// Makes a store with all slices at stage `legacy`.
  ///
  /// - Parameters:
  ///   - state: The initial state; the caller keeps no alias.
  ///   - entries: What the list of reduce blocks becomes: slices, and blocks that no slice has claimed,
  ///     in the order in which the blocks stood.
  ///   - parity: How both sides are compared, and who is told.
  ///   - configuration: The store's own settings.
  /// - Precondition: No two slices have the same name; the process ends with a message that names it.
  public init(
    state: sending State,
    entries: [MigrationEntry<State, Action>],
    parity: ParityOptions<Action> = ParityOptions(),
    configuration: StoreConfiguration = StoreConfiguration()
  ) {
    let recorder = ParityRecorder(options: parity)
    let coordinator = MigrationCoordinator(entries: entries, recorder: recorder)
    self.recorder = recorder
    self.coordinator = coordinator
    super.init(
      state: state,
      reducers: coordinator.blocks(afterActions: 0),
      configuration: configuration)
    beforeAccess { coordinator.writeBack($0) }
  }

  // MARK: Stages

  /// The stage of each slice, by name.
  ///
  /// A change that was asked for shows here once it has taken effect.
  public var stages: [String: Stage] { coordinator.stages }

  /// Moves a slice to a stage, in either direction, while the app runs.
  ///
  /// Returns at once. The change takes its place among the actions: those that this caller dispatched
  /// before are reduced at the old stage, those that it dispatches afterwards at the new one. No action
  /// is lost or reduced twice. Going back loses nothing: the reference state is rebuilt from the value.
  ///
  /// A move to ``Stage/lead`` or ``Stage/migrated`` from an earlier stage has to pass the slice's gate,
  /// as the ledger stands at the call.
  ///
  /// - Parameters:
  ///   - stage: The new stage.
  ///   - slice: The slice's name.
  ///   - reason: Why to promote past a closed gate; recorded in the ledger. Nil to respect the gate.
  /// - Throws: ``MigrationError/unknownSlice(_:known:)``, or ``MigrationError/gateClosed(slice:stage:unmet:)``
  ///   when the gate is closed and no reason is given; the stage is as it was.
  public func setStage(
    _ stage: Stage, of slice: String, overridingGateBecause reason: String? = nil
  ) throws(MigrationError) {
    let generation = coordinator.generation
    guard let present = stages[slice], let gate = coordinator.gates[slice] else {
      throw .unknownSlice(slice, known: stages.keys.sorted())
    }
    if stage >= .lead, present < stage {
      let unmet = gate.unmet(by: slice, in: recorder.ledger)
      if !unmet.isEmpty {
        guard let reason else { throw .gateClosed(slice: slice, stage: stage, unmet: unmet) }
        recorder.note(.init(slice: slice, stage: stage, reason: reason, unmet: unmet))
      }
    }
    enqueue { [self] state in
      if coordinator.move(slice, to: stage, askedIn: generation, state) { layOutBlocks() }
    }
  }

  /// Brings every slice back to ``Stage/legacy`` at once: the kill switch.
  ///
  /// Returns at once. It overtakes what is pending: no further action is reduced at another stage, and
  /// changes of stage that were asked for before and have not taken effect are dropped. Nothing is lost.
  public func revertToLegacy() {
    coordinator.beginGeneration()
    interrupt { [self] state in
      coordinator.revert(state)
      layOutBlocks()
    }
  }

  private func layOutBlocks() {
    replaceBlocks(coordinator.blocks(afterActions: statistics.actionsReduced))
  }

  // MARK: Parity

  /// What was compared so far, how often, and with which result.
  public var ledger: ParityLedger { recorder.ledger }

  /// The first unexplained mismatches, in the order of the actions.
  public var mismatches: [Mismatch] { recorder.mismatches }

  /// What comparing cost so far, and how much of it is sampled.
  public var parityCost: ParityCost { recorder.cost }

  /// What a slice's gate still asks for, in words; empty when the slice may be promoted.
  ///
  /// - Parameter slice: The slice's name.
  /// - Returns: One sentence for each demand that is not met.
  /// - Throws: ``MigrationError/unknownSlice(_:known:)``.
  public func unmetDemands(of slice: String) throws(MigrationError) -> [String] {
    guard let gate = coordinator.gates[slice] else {
      throw .unknownSlice(slice, known: stages.keys.sorted())
    }
    return gate.unmet(by: slice, in: recorder.ledger)
  }

  /// The actions that led to the first mismatch of a slice, to shrink with a ``ParityCheck``.
  ///
  /// - Parameter slice: The slice.
  /// - Returns: The actions and the value before them; nil when there was no mismatch yet, or when
  ///   ``ParityOptions/tracedActions`` is 0.
  public func trace<Value>(
    of slice: StateSlice<State, Action, Value>
  ) -> ParityTrace<Action, Value>? {
    recorder.trace(of: slice.name) as? ParityTrace<Action, Value>
  }
}

/// Why a stage was not changed.
///
/// ## Thread safety
/// A value; safe from any thread.
public enum MigrationError: Error, Sendable, Equatable {
  /// The store has no slice of this name.
  case unknownSlice(String, known: [String])
  /// The ledger does not show yet what the slice's gate asks for.
  case gateClosed(slice: String, stage: Stage, unmet: [String])
  /// The values were to be collected while slices had not been migrated yet.
  case notMigrated([String])
}

extension MigrationError: CustomStringConvertible {
  /// What is wrong, and what to do.
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
}
