extension Reducer {
  /// Scopes this reducer to a part of a larger state; the reducer changes the part in place.
  ///
  /// ```swift
  /// let app = Reducer<AppState, AppAction>.combine(
  ///   settings.scoped(to: \.settings), logins.scoped(to: \.logins))
  /// ```
  ///
  /// With a key path of stored properties, the part is not copied. A key path with a subscript, such as `\.screens[0]`,
  /// copies the element for each action: use ``forEach(in:id:action:)`` for elements.
  ///
  /// - Parameter path: A key path from the larger state, of type `Root`, to the part.
  /// - Returns: A reducer of the larger state, for the same actions.
  @inlinable
  public func scoped<Root>(
    to path: any WritableKeyPath<Root, State> & Sendable
  ) -> Reducer<Root, Action> {
    Reducer<Root, Action>(numbered: { [body] root, action, number in
      body(&root[keyPath: path], action, number)
    })
  }

  /// Scopes this reducer to the actions that a closure extracts from the actions of a larger type.
  ///
  /// ```swift
  /// logins.scoped(to: \.logins).scoped(actions: \.asLogins)   // var asLogins: LoginsAction?
  /// ```
  ///
  /// - Parameter action: A closure that returns the action for this reducer from a `RootAction`, or nil if the
  ///   `RootAction` does not concern this reducer.
  /// - Returns: A reducer of the same state, for actions of type `RootAction`.
  @inlinable
  public func scoped<RootAction>(
    actions action: @escaping @Sendable (RootAction) -> Action?
  ) -> Reducer<State, RootAction> {
    Reducer<State, RootAction>(numbered: { [body] state, rootAction, number in
      guard let action = action(rootAction) else { return }
      body(&state, action, number)
    })
  }

  /// Returns a reducer that accepts all actions of a protocol, and runs this reducer only for actions of type `Action`.
  ///
  /// ```swift
  /// let store = ValueStore<AppState, any AppAction>(
  ///   initialState: AppState(),
  ///   reducer: .combine(
  ///     logins.scoped(actions: (any AppAction).self),
  ///     settings.scoped(actions: (any AppAction).self)))
  /// ```
  ///
  /// - Parameter type: The type of all actions, such as `(any AppAction).self`.
  /// - Returns: A reducer of the same state, for actions of type `RootAction`.
  @inlinable
  public func scoped<RootAction>(actions type: RootAction.Type) -> Reducer<State, RootAction> {
    scoped(actions: { $0 as? Action })
  }

  /// Returns a reducer of an enum `Root`: if its value is the case that `path` names, this reducer changes the payload.
  ///
  /// If `Root` is `State?`, pass `CasePath(Optional.some) { $0 }`.
  @inlinable
  public func scoped<Root>(toCase path: CasePath<Root, State>) -> Reducer<Root, Action> {
    Reducer<Root, Action>(numbered: { [body] root, action, number in
      path.modify(&root) { body(&$0, action, number) }
    })
  }

  /// Returns a reducer that finds the element of a collection by the id in an action, and changes this element.
  ///
  /// ```swift
  /// row.forEach(in: \.rows, id: \.id) { (action: AppAction) in
  ///   if case .row(let id, let action) = action { (id, action) } else { nil }
  /// }
  /// ```
  ///
  /// An action for an element that does not exist changes nothing.
  ///
  /// - Parameters:
  ///   - path: A key path from the larger state, of type `Root`, to the collection.
  ///   - id: A key path from an element to its id. If several elements have the same id, the first of them changes.
  ///   - action: A closure that returns an element's id and action from a `RootAction`; nil if it concerns no element.
  /// - Returns: A reducer of the larger state, for actions of type `RootAction`.
  /// - Complexity: O(*n*) in the number of elements, for the search of the id.
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

  /// Returns a reducer that finds a value of a dictionary by the key in an action, and changes this value in place.
  ///
  /// An action for a key that does not exist changes nothing.
  ///
  /// - Parameters:
  ///   - path: A key path from the larger state, of type `Root`, to the dictionary.
  ///   - action: A closure that returns a value's key and action from a `RootAction`; nil if it concerns no value.
  /// - Returns: A reducer of the larger state, for actions of type `RootAction`.
  /// - Complexity: O(1) on average, for the search of the key.
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
