public import ObjectGraph
public import ReferenceRedux
public import ValueRedux

extension Projection {
  /// Makes a reduce block from a pure reducer, to run new code inside the old store.
  ///
  /// The block reads the value of the slice, reduces the value, and writes a changed value back to the objects. A new
  /// feature can therefore be written as a reducer while its state is still in the class graph.
  ///
  /// ```swift
  /// let blocks = LegacyReducers.blocks + [theme.reduceBlock(themeReducer)]
  /// ```
  ///
  /// - Parameter reducer: The reducer of the slice.
  /// - Returns: A block for the list of reduce blocks of a `ReferenceStore`.
  /// - Complexity: Per action, one `read`, one reduction, one comparison, and one `write` if the value changed.
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
  /// Makes a pure reducer from reduce blocks, to run old code inside the new store.
  ///
  /// `CopyOnWrite` gives the class graph value semantics. If only the store refers to the graph, the blocks mutate the
  /// graph in place. If other code keeps an old state, the blocks mutate a copy.
  ///
  /// ```swift
  /// let store = ValueStore(
  ///   initialState: CopyOnWrite(LegacyState()),
  ///   reducer: .hosting(LegacyReducers.blocks) { error, action in log(error) })
  /// ```
  ///
  /// - Parameters:
  ///   - blocks: The blocks, in the order in which they run. The blocks must not keep a reference to the root.
  ///   - onCopyFailure: A closure that the reducer calls with the error and the action if it cannot copy the graph. The
  ///     state then stays as it was before the action.
  /// - Returns: A reducer that changes its state as the blocks do.
  /// - Complexity: The cost of the blocks, and one `Graph.copy` if other code refers to the graph, too.
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
