public import ReferenceRedux

/// A class-based store on the main actor whose slices move to pure values, one at a time.
///
/// A ``MigrationStore`` for a model whose classes are isolated to the main actor and post notifications
/// of their own, and whose objects any code may hold:
///
/// ```swift
/// let store = MainMigrationStore(
///   state: LibraryState(),
///   entries: [.slice(LibrarySlices.titles), .blocks([onMainActor(LibraryReducers.covers)])])
/// try store.setStage(.shadow, of: LibrarySlices.titles)
/// ```
///
/// The model posts at every stage as it did before. While the answer of the old side counts, its blocks
/// change the live objects. From ``Stage/lead`` on, a slice whose action is not compared, and one that is
/// migrated, writes its value to the live objects in its own turn of the action, before later blocks, if the
/// value changed. So that each property posts once, a projection assigns only what differs, with
/// ``Projection/assign(_:to:of:)``, and derived properties last. If the old code posted for an assignment of
/// an equal value, too, that post is missing then.
///
/// The objects of a migrated slice are kept: `clear` of a projection and ``StateSlice/withoutLegacyReaders()`` have no
/// effect. Unless `copiesPost` is false, a check of footprints writes to no copy of the model: it then finds only what
/// blocks write to other slices, and fields in no projection where no slice changed, and gates demand the laws that a
/// `ParityCheck` proves. A write to a migrated slice outside of dispatch is lost when the value of the slice changes
/// next; `StoreDiagnostics.detectsOutsideChanges` reports each such write, at every stage.
@MainActor
open class MainMigrationStore<State: AnyObject & Codable, Action: Sendable>:
  MainReferenceStore<State, Action>, Migrating
{
  /// The slices of this store, with their stages and what was compared.
  public nonisolated let migration: Migration<State, Action>

  /// Creates a store with all slices at stage `legacy`.
  ///
  /// - Parameters:
  ///   - state: The initial state, which other code may hold.
  ///   - entries: Slices, and blocks that no slice has claimed, in the order in which the blocks ran.
  ///   - parity: How both sides are compared, and what receives the mismatches.
  ///   - evidence: Ledgers of other runs, which the gates count as those of a ``MigrationStore`` do.
  ///   - copiesPost: Whether a copy of the model may post when it is written to, as the model does; false lets the
  ///     store try `write` of the projections on copies.
  ///   - configuration: The settings of the store itself.
  /// - Precondition: As for a ``MigrationStore``: unique names, reads that are in the list, no cycles.
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
