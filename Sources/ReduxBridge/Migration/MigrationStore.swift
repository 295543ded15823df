public import ReferenceRedux

/// A class-based store whose slices move to pure values, one at a time, while the app runs.
///
/// `MigrationStore` becomes the superclass of the app's store, and a list of slices and blocks its list of blocks. The code
/// that uses the store stays as it is:
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
/// Each slice starts at ``Stage/legacy``, where only the reduce blocks run. The stage of a slice determines which sides
/// of the slice run, and which side's result becomes the new state. If both sides run, both reduce an action from the
/// same state, and the store compares the results. A difference is a ``Mismatch``.
///
/// ## Thread safety
/// Safe from any thread, as `ReferenceStore` is: only the executor of the store touches the states of both sides. In
/// your subclass, `@unchecked Sendable` only restates the conformance of the superclass.
open class MigrationStore<State: AnyObject & Codable & SendableMetatype, Action: Sendable>:
  ReferenceStore<State, Action>, Migrating, @unchecked Sendable
{
  /// The migration of this store: its slices, their stages, and the results of the comparisons.
  public let migration: Migration<State, Action>

  /// Creates a store with all slices at stage `legacy`.
  ///
  /// - Parameters:
  ///   - state: The initial state; no other code may keep a reference to it.
  ///   - entries: The slices, and the blocks in no slice, in the order in which the blocks ran before the migration.
  ///   - parity: The options for the comparison of both sides, including the closure that receives the mismatches.
  ///   - evidence: Ledgers of other runs, for example from CI or from testers. The gates count these ledgers together
  ///     with the store's own ledger. The store refuses a ledger unless the ledger and `parity` name the same version
  ///     of the app. It refuses the counts of a slice that is not in the store, or that had other rules in that run.
  ///   - configuration: The settings of the superclass, such as the diagnostics.
  /// - Precondition: No two slices have the same name, each slice that another slice reads is in `entries`, and
  ///   slices do not read each other in a cycle; otherwise, the process ends with a message that names the slices.
  public init(
    state: sending State, entries: [MigrationEntry<State, Action>],
    parity: ParityOptions<Action> = ParityOptions(), evidence: [ParityLedger] = [],
    configuration: StoreConfiguration = StoreConfiguration()
  ) {
    migration = Migration(entries, parity, evidence) { FootprintProbe($0, $1, $2) }
    let coordinator = migration.coordinator
    super.init(state: state, reducers: [], configuration: configuration)
    replaceBlocks { coordinator.blocks(afterActions: 0) }
    migration.connect(StoreConnection(self))
    beforeAccess { coordinator.writeBack($0) }
    afterCopy { coordinator.complete($0) }
  }
}
