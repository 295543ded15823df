extension Reducer {
  /// Has the reducer of an element work on the element that an action names, in place.
  ///
  /// ```swift
  /// row.forEach(in: \.rows, id: \.id) { (action: AppAction) in
  ///   if case .row(let id, let action) = action { (id, action) } else { nil }
  /// }
  /// ```
  ///
  /// An action for an element that is gone changes nothing.
  ///
  /// - Parameters:
  ///   - path: Leads from the larger state to the collection.
  ///   - id: Leads from an element to its id. Of several elements with the id the first is meant.
  ///   - action: Takes the id and the element's action out of the larger one.
  /// - Returns: A reducer of the larger state, for the larger actions.
  /// - Complexity: O(*n*) in the number of elements, to find the one; use a dictionary for O(1).
  @inlinable
  public func forEach<Root, Elements, ID, RootAction>(
    in path: any WritableKeyPath<Root, Elements> & Sendable,
    id: any KeyPath<State, ID> & Sendable,
    action: @escaping @Sendable (RootAction) -> (ID, Action)?
  ) -> Reducer<Root, RootAction>
  where
    Elements: MutableCollection & SendableMetatype, Elements.Element == State,
    ID: Equatable & Sendable
  {
    Reducer<Root, RootAction>(numbered: { [body] root, rootAction, number in
      guard let (wanted, action) = action(rootAction) else { return }
      func change(_ elements: inout Elements) {
        guard let index = elements.firstIndex(where: { $0[keyPath: id] == wanted }) else { return }
        body(&elements[index], action, number)
      }
      change(&root[keyPath: path])
    })
  }

  /// Has the reducer of a value work on the value under the key that an action names, in place.
  ///
  /// An action for a key that is gone changes nothing.
  ///
  /// - Parameters:
  ///   - path: Leads from the larger state to the dictionary.
  ///   - action: Takes the key and the value's action out of the larger one.
  /// - Returns: A reducer of the larger state, for the larger actions.
  /// - Complexity: O(1) on average.
  @inlinable
  public func forEach<Root, Key: Hashable & Sendable, RootAction>(
    in path: any WritableKeyPath<Root, [Key: State]> & Sendable,
    action: @escaping @Sendable (RootAction) -> (Key, Action)?
  ) -> Reducer<Root, RootAction> {
    Reducer<Root, RootAction>(numbered: { [body] root, rootAction, number in
      guard let (key, action) = action(rootAction) else { return }
      func change(_ values: inout [Key: State]) {
        guard let index = values.index(forKey: key) else { return }
        body(&values.values[index], action, number)
      }
      change(&root[keyPath: path])
    })
  }
}
