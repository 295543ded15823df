public import ReferenceRedux

/// One entry in the list that a ``MigrationStore`` reduces each action with, in order.
///
/// The list stands where the list of reduce blocks stood. At stage `legacy` it runs exactly the blocks
/// that stood there, in the same order.
///
/// ## Thread safety
/// Safe from any thread: a value of `@Sendable` closures.
public struct MigrationEntry<State: AnyObject & Codable & SendableMetatype, Action: Sendable>:
  Sendable
{
  /// What the entry becomes in a running store.
  enum Content: Sendable {
    case blocks([ReduceBlock<State, Action>])
    case slice(
      name: String, gate: Gate,
      makeRuntime:
        @Sendable (ParityRecorder<Action>, ValueBox<Int>) -> any SliceRunning<State, Action>)
  }

  let content: Content

  /// Reduce blocks that no slice has claimed yet: they run at every stage of every slice.
  ///
  /// Such a block may read the part of a slice. What it reads there is true up to the stage `lead`; of
  /// a migrated slice it reads what the projection's `clear` left, or, without a `clear`, what stood
  /// there when the slice was migrated. It must not write to the part of a slice.
  ///
  /// - Parameter blocks: The blocks, in order.
  /// - Returns: An entry for the list of a ``MigrationStore``.
  public static func blocks(_ blocks: [ReduceBlock<State, Action>]) -> MigrationEntry {
    MigrationEntry(content: .blocks(blocks))
  }

  /// A slice that is to cross.
  ///
  /// - Parameter slice: The slice.
  /// - Returns: An entry for the list of a ``MigrationStore``.
  public static func slice<Value>(_ slice: StateSlice<State, Action, Value>) -> MigrationEntry {
    MigrationEntry(
      content: .slice(
        name: slice.name, gate: slice.gate,
        makeRuntime: { SliceRuntime(slice, recorder: $0, index: $1) }))
  }
}
