public import ReferenceRedux

/// A class-based store on the main actor whose slices move to pure values, one at a time.
///
/// A ``MigrationStore`` for a model whose classes are isolated to the main actor and post
/// notifications of their own. Any code may hold the objects of the model:
///
/// ```swift
/// let store = MainMigrationStore(
///   state: LibraryState(),
///   entries: [.slice(LibrarySlices.titles), .blocks([onMainActor(LibraryReducers.covers)])])
/// try store.setStage(.shadow, of: LibrarySlices.titles)
/// ```
///
/// The model posts at every stage as before. While the answer of the old side counts, the blocks change the live
/// objects. From ``Stage/lead`` on, if an action is not compared or the slice is migrated, the slice itself writes
/// a changed value to the live objects, in its own turn of the action, before later blocks run. A projection
/// assigns with ``Projection/assign(_:to:of:)``, which skips equal values, and assigns derived properties last, so
/// that each property posts once. If the old code posted when it assigned an equal value, that post is missing.
///
/// The store keeps the objects of a migrated slice: `clear` of a projection and
/// ``StateSlice/withoutLegacyReaders()`` have no effect. Unless `copiesPost` is false, a check of
/// footprints writes to no copy of the model. The check then finds only writes of blocks to other slices,
/// and, if no slice changed, writes to fields in no projection; gates then demand that a `ParityCheck`
/// proves the laws. A write to objects of a migrated slice outside of dispatch is lost at the next change
/// of the slice's value; `StoreDiagnostics.detectsOutsideChanges` reports each such write, at every stage.
@MainActor
open class MainMigrationStore<State: AnyObject & Codable, Action: Sendable>:
  MainReferenceStore<State, Action>, Migrating
{
  /// The migration of this store: its slices, their stages, and the results of the comparisons.
  public nonisolated let migration: Migration<State, Action>

  /// Creates a store with all slices at stage `legacy`.
  ///
  /// - Parameters:
  ///   - state: The initial state, which other code may hold.
  ///   - entries: The slices, and the blocks that no slice has claimed, in the order in which the blocks ran.
  ///   - parity: How the store compares both sides, and the closure that receives the mismatches.
  ///   - evidence: Ledgers of other runs, which count for the gates as they do in a ``MigrationStore``.
  ///   - copiesPost: Whether a copy of the model may post when it is changed, as the model does. If false, the store
  ///     tries `write` of the projections on copies.
  ///   - configuration: The settings of the store itself.
  /// - Precondition: As for a ``MigrationStore``: unique names, reads of listed slices only, and no cycles of reads.
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
