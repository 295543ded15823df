public import ReferenceRedux

/// One entry in the list that a ``MigrationStore`` reduces each action with, in order.
///
/// The list replaces the list of reduce blocks. At stage `legacy` it runs exactly the blocks that
/// the store had, in the same order.
public struct MigrationEntry<State: AnyObject, Action: Sendable>: Sendable {
  /// The parts that the entry becomes in a running store.
  package enum Content: Sendable {
    case blocks([ReduceBlock<State, Action>])
    case slice(ListedSlice<State, Action>)
  }

  package let content: Content

  package init(content: Content) {
    self.content = content
  }

  /// Reduce blocks that no slice has claimed yet: they run at every stage of every slice.
  ///
  /// Such a block may read the objects of a slice, which are up to date at every stage, unless the
  /// slice is declared with ``StateSlice/withoutLegacyReaders()``. The block must not write to
  /// them.
  ///
  /// - Parameter blocks: The blocks, in order.
  /// - Returns: An entry for the list of a ``MigrationStore``.
  public static func blocks(_ blocks: [ReduceBlock<State, Action>]) -> MigrationEntry {
    MigrationEntry(content: .blocks(blocks))
  }

  /// A slice that migrates.
  ///
  /// All blocks of the slice run at this place in the list. When two slices are joined to one, the blocks
  /// of one of them move past the entries in between; that changes results if one of those reads what
  /// the blocks write, or the reverse. A block is in one entry only: the store cannot compare
  /// functions, and runs a block that is in two entries twice.
  ///
  /// - Parameter slice: The slice.
  /// - Returns: An entry for the list of a ``MigrationStore``.
  public static func slice<Value>(_ slice: StateSlice<State, Action, Value>) -> MigrationEntry {
    MigrationEntry(content: .slice(slice.listed))
  }
}
