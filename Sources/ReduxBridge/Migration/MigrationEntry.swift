public import ReferenceRedux

/// A slice, or reduce blocks of no slice: an entry of the list that a ``MigrationStore`` runs in order for each action.
///
/// The list of entries replaces the list of reduce blocks that the store ran before the migration. While all slices are
/// at `legacy`, the store runs exactly the blocks of the entries, in the order of the entries.
public struct MigrationEntry<State: AnyObject, Action: Sendable>: Sendable {
  /// The parts that the entry becomes in a running store.
  package enum Content: Sendable {
    case blocks([ReduceBlock<State, Action>])
    case slice(ListedSlice<State, Action>)
  }

  package let content: Content

  package init(content: Content) { self.content = content }

  /// Reduce blocks that belong to no slice: they run on every action, at all stages of the slices.
  ///
  /// The blocks may read the objects of a slice: the store keeps these objects up to date at every stage. The blocks
  /// must not read a slice declared with ``StateSlice/withoutLegacyReaders()``, nor write to the objects of any slice.
  ///
  /// - Parameter blocks: The blocks, in order.
  /// - Returns: An entry for the list of a ``MigrationStore``.
  public static func blocks(_ blocks: [ReduceBlock<State, Action>]) -> MigrationEntry {
    MigrationEntry(content: .blocks(blocks))
  }

  /// A slice, whose stage determines whether the blocks, the reducer or both run.
  ///
  /// All blocks of the slice run at the position of this entry in the list. If you join two slices into one, the blocks
  /// of one slice move past the entries between the two slices. This move changes results if one of these entries reads
  /// the state that the moved blocks write, or writes the state that the moved blocks read. Each block must be in one
  /// entry only: the store cannot compare functions, so it runs a block twice if two entries contain the block.
  ///
  /// - Parameter slice: The slice.
  /// - Returns: An entry for the list of a ``MigrationStore``.
  public static func slice<Value>(_ slice: StateSlice<State, Action, Value>) -> MigrationEntry {
    MigrationEntry(content: .slice(slice.listed))
  }
}
