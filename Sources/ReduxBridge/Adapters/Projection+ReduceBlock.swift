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
