public import ObjectGraph
public import ReferenceRedux
public import ValueRedux

extension Reducer where Action: Sendable {
  /// Hosts reduce blocks as a pure reducer: old code inside the new store.
  ///
  /// The class graph becomes a value by `CopyOnWrite`: the blocks mutate it in place while the store
  /// alone holds it, and a copy of it when somebody kept the old state.
  ///
  /// ```swift
  /// let store = ValueStore(
  ///   initialState: CopyOnWrite(LegacyState()),
  ///   reducer: .hosting(LegacyReducers.blocks) { error, action in log(error) })
  /// ```
  ///
  /// - Parameters:
  ///   - blocks: The blocks, in the order in which they are to run. They must not keep the root.
  ///   - onCopyFailure: Is told when the graph had to be copied and could not be; the state is then as
  ///     it was before the action. Called where the reducer runs.
  /// - Returns: A reducer that does with its state what the blocks do.
  /// - Complexity: that of the blocks while the state is held once; otherwise one `Graph.copy`
  ///   more.
  @inlinable
  public static func hosting<Root: AnyObject & Codable & SendableMetatype>(
    _ blocks: [ReduceBlock<Root, Action>],
    onCopyFailure: @escaping @Sendable (any Error, Action) -> Void
  ) -> Reducer where State == CopyOnWrite<Root> {
    Reducer { state, action in
      do {
        try state.mutate { root in
          for block in blocks { block(root, action) }
        }
      } catch {
        onCopyFailure(error, action)
      }
    }
  }
}
