public import ReferenceRedux

/// A class-based store on the main actor whose slices move to pure values, one at a time.
///
/// This class does the work of a ``MigrationStore`` for a model whose classes are isolated to the main actor and post
/// their own notifications. The store changes the objects in place, so other code can keep references to them:
///
/// ```swift
/// let store = MainMigrationStore(
///   state: LibraryState(),
///   entries: [.slice(LibrarySlices.titles), .blocks([onMainActor(LibraryReducers.covers)])])
/// try store.setStage(.shadow, of: LibrarySlices.titles)
/// ```
///
/// At every stage, the model itself posts its notifications. At ``Stage/legacy`` and ``Stage/shadow``, the blocks
/// change the live objects. At ``Stage/migrated``, and at ``Stage/lead`` for an action that the store does not compare,
/// the store writes each slice's changed value to the live objects before later blocks run. In `write`, assign each
/// property by ``Projection/assign(_:to:of:)``, which skips equal values. Last, assign the properties that the model
/// computes from others. Each changed property then posts once; an unchanged one does not, even if a block did.
///
/// The store keeps the objects of a migrated slice, so `clear` of a projection and
/// ``StateSlice/withoutLegacyReaders()`` have no effect. If `copiesPost` is true, the store does not test `write` on
/// copies of the model, so each gate demands a `ParityCheck` that tests the laws. The store then still finds a block
/// that writes to another slice, but finds a write to a field outside of all slices only after an action that changes
/// no slice. If code outside of dispatch writes to objects of a migrated slice, the next change of the slice overwrites
/// that write. `StoreDiagnostics.detectsOutsideChanges` finds each write outside of dispatch, at every stage.
@MainActor
open class MainMigrationStore<State: AnyObject & Codable, Action: Sendable>:
  MainReferenceStore<State, Action>, Migrating
{
  /// The migration of this store: its slices, their stages, and the results of the comparisons.
  public nonisolated let migration: Migration<State, Action>

  /// Creates a store with all slices at stage `legacy`.
  ///
  /// - Parameters:
  ///   - state: The initial state, to which other code can keep references.
  ///   - entries: The slices, and the blocks in no slice, in the order in which the blocks ran before the migration.
  ///   - parity: The options for the comparison of both sides, including the closure that receives the mismatches.
  ///   - evidence: Ledgers of other runs, which count for the gates as they do in a ``MigrationStore``.
  ///   - copiesPost: Whether a copy of the model posts notifications when the copy changes, as the model does. If you
  ///     pass false, the store also tests `write` of the projections, on copies of the model.
  ///   - configuration: The settings of the superclass, such as the diagnostics.
  /// - Precondition: No two slices share a name, each slice that another slice reads is in `entries`, and slices do not
  ///   read each other in a cycle; otherwise, the process ends with a message that names the slices.
  public init(
    state: State, entries: [MigrationEntry<State, Action>],
    parity: ParityOptions<Action> = ParityOptions(), evidence: [ParityLedger] = [],
    copiesPost: Bool = true, configuration: StoreConfiguration = StoreConfiguration()
  ) {
    migration = Migration(
      entries, parity, evidence, writesInTurn: true, writesCopies: !copiesPost
    ) {
      FootprintProbe($0, $1, $2, writesCopies: !copiesPost)
    }
    super.init(state: state, reducers: [], configuration: configuration)
    replaceBlocks { [migration] in migration.coordinator.blocks(afterActions: 0) }
    migration.connect(StoreConnection(self))
  }
}
