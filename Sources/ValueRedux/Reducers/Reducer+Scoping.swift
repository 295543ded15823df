extension Reducer {
  /// Has the reducer of a part work on that part of a larger state, in place.
  ///
  /// ```swift
  /// let app = Reducer<AppState, AppAction>.combine(
  ///   settings.scoped(to: \.settings), logins.scoped(to: \.logins))
  /// ```
  ///
  /// A key path to stored properties copies nothing. One that contains a subscript, such as
  /// `\.screens[0]`, copies what lies behind it each time: use
  /// ``forEach(in:id:action:)`` for elements.
  ///
  /// - Parameter path: Leads from the larger state to the part.
  /// - Returns: A reducer of the larger state, for the same actions.
  @inlinable
  public func scoped<Root>(
    to path: any WritableKeyPath<Root, State> & Sendable
  ) -> Reducer<Root, Action> {
    Reducer<Root, Action>(numbered: { [body] root, action, number in
      body(&root[keyPath: path], action, number)
    })
  }

  /// Has the reducer of a feature work on its part of a larger state, for its part of the actions.
  ///
  /// ```swift
  /// logins.scoped(to: \.logins, action: \.asLogins)   // var asLogins: LoginsAction?
  /// ```
  ///
  /// - Parameters:
  ///   - path: Leads from the larger state to the part.
  ///   - action: Takes the feature's action out of the larger one; nil where it is another's.
  /// - Returns: A reducer of the larger state, for the larger actions.
  @inlinable
  public func scoped<Root, RootAction>(
    to path: any WritableKeyPath<Root, State> & Sendable,
    action: @escaping @Sendable (RootAction) -> Action?
  ) -> Reducer<Root, RootAction> {
    Reducer<Root, RootAction>(numbered: { [body] root, rootAction, number in
      guard let action = action(rootAction) else { return }
      body(&root[keyPath: path], action, number)
    })
  }

  /// Has the reducer work on a larger family of actions, of which its own are a part.
  ///
  /// - Parameter action: Takes the feature's action out of the larger one; nil where it is another's.
  /// - Returns: A reducer of the same state, for the larger actions.
  @inlinable
  public func scoped<RootAction>(
    actions action: @escaping @Sendable (RootAction) -> Action?
  ) -> Reducer<State, RootAction> {
    Reducer<State, RootAction>(numbered: { [body] state, rootAction, number in
      guard let action = action(rootAction) else { return }
      body(&state, action, number)
    })
  }

  /// Has the reducer work on actions that travel as a protocol existential.
  ///
  /// ```swift
  /// let store = ValueStore<AppState, any AppAction>(
  ///   initialState: AppState(),
  ///   reducer: .combine(
  ///     logins.scoped(actions: (any AppAction).self),
  ///     settings.scoped(actions: (any AppAction).self)))
  /// ```
  ///
  /// - Parameter type: The existential type. Actions of another type than the reducer's are not its.
  /// - Returns: A reducer of the same state, for all actions.
  @inlinable
  public func scoped<RootAction>(
    actions type: RootAction.Type
  ) -> Reducer<State, RootAction> {
    scoped(actions: { $0 as? Action })
  }

  /// Has the reducer work on a part that is not always there.
  ///
  /// - Returns: A reducer of the optional part, which does nothing where the part is nil.
  @inlinable
  public func optional() -> Reducer<State?, Action> {
    Reducer<State?, Action>(numbered: { [body] state, action, number in
      guard state != nil else { return }
      body(&state!, action, number)
    })
  }
}
