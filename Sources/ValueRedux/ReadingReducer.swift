/// A pure function that changes a state as an action requires, and reads values that it cannot change.
///
/// ```swift
/// let detail = ReadingReducer<Detail, Settings, AppAction> { detail, settings, action in
///   if case .show(let id) = action { detail.isMasked = settings.masksPasswords }
/// }
/// let app = Reducer<AppState, AppAction>.combine(
///   settings.scoped(to: \.settings),
///   detail.scoped(to: \.detail, reading: \.settings))
/// ```
///
/// The type parameter `Reads` is the type of the values that the reducer reads, such as the state of another feature.
/// The reducer receives no other part of the larger state.
@frozen
public struct ReadingReducer<State, Reads, Action>: Sendable {
  @usableFromInline
  let body: @Sendable (inout State, Reads, Action, ActionNumber) -> Void

  /// Creates a reducer that changes the state in place.
  ///
  /// - Parameter reduce: A closure that changes the state as the action and the read values require. It runs once for
  ///   every action, including actions that do not concern this reducer.
  @inlinable
  public init(_ reduce: @escaping @Sendable (inout State, Reads, Action) -> Void) {
    body = { state, reads, action, _ in reduce(&state, reads, action) }
  }

  /// Creates a reducer that also receives the number of the action, which a ``Signal`` needs.
  @inlinable
  public init(
    numbered reduce: @escaping @Sendable (inout State, Reads, Action, ActionNumber) -> Void
  ) {
    body = reduce
  }

  /// Changes the state as the action requires.
  ///
  /// - Parameters:
  ///   - state: The state, changed in place.
  ///   - reads: The values that the reducer reads.
  ///   - action: The action.
  ///   - number: The number of the action, which signals need; see ``Reducer/reduce(_:_:number:)``.
  @inlinable
  public func reduce(
    _ state: inout State, reading reads: Reads, _ action: Action,
    number: ActionNumber = ActionNumber(0)
  ) {
    body(&state, reads, action, number)
  }

  /// Returns a reducer of a larger state, in which this reducer changes one part and reads other parts.
  ///
  /// ```swift
  /// detail.scoped(to: \.detail, reading: \.settings)
  /// detail.scoped(to: \.detail, reading: { ($0.settings, $0.list) })
  /// ```
  ///
  /// In ``Reducer/combine(_:)``, the values that this reducer reads contain the changes of the reducers before it, but
  /// not those of the reducers after it.
  ///
  /// - Parameters:
  ///   - path: A key path from the larger state to the part.
  ///   - read: A closure that returns the values to read. It runs once per action, before the reducer changes the part.
  ///     The reducer holds these values while it runs. Do not return the part itself: the reducer would hold a second
  ///     reference to each collection of the part, so a change of a collection would copy the collection.
  /// - Returns: A reducer of the larger state, for the same actions.
  @inlinable
  public func scoped<Root>(
    to path: any WritableKeyPath<Root, State> & Sendable,
    reading read: @escaping @Sendable (Root) -> Reads
  ) -> Reducer<Root, Action> {
    Reducer<Root, Action>(numbered: { [body] root, action, number in
      let reads = read(root)
      body(&root[keyPath: path], reads, action, number)
    })
  }
}
