public import ObjectGraph
public import ReferenceRedux
public import ValueRedux

extension Projection {
  /// Lifts a pure reducer into a reduce block: new code inside the old store.
  ///
  /// The block reads the slice's value, reduces it, and writes it back if it changed. A feature that
  /// is written anew while its state still lives in the class graph is written as a reducer at once.
  ///
  /// ```swift
  /// let blocks = LegacyReducers.blocks + [theme.reduceBlock(themeReducer)]
  /// ```
  ///
  /// - Parameter reducer: The reducer of the slice.
  /// - Returns: A block for the list of a `ReferenceStore`.
  /// - Complexity: per action, one `read`, the reducer, one comparison, and one `write` where the
  ///   action changed something.
  public func reduceBlock<Action>(_ reducer: Reducer<Value, Action>) -> ReduceBlock<Root, Action> {
    let (read, write) = (self.read, self.write)
    return { root, action in
      let before = read(root)
      var value = before
      reducer.reduce(&value, action)
      if value != before { write(root, value) }
    }
  }
}

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
