/// A pure function that changes a state as an action requires.
///
/// ```swift
/// let counter = Reducer<Int, CounterAction> { count, action in
///   switch action {
///   case .increment: count += 1
///   case .reset: count = 0
///   }
/// }
/// ```
///
/// A reducer reads nothing but its arguments and changes nothing but the state. It receives the
/// state in the store's own storage, so the cost of a change does not grow with the size of the
/// state. Combine small reducers into larger ones with ``combine(_:)``, ``scoped(to:)``,
/// ``scoped(toCase:)`` and ``forEach(in:id:action:)``.
///
/// ## Thread safety
///
/// Safe from any thread because its closure is `@Sendable` and it has no other state. A reducer is
/// not isolated: ``ValueStore`` runs it on the main actor, other hosts run it elsewhere.
@frozen
public struct Reducer<State, Action>: Sendable {
  @usableFromInline
  let body: @Sendable (inout State, Action, ActionNumber) -> Void

  /// Creates a reducer that changes the state in place.
  ///
  /// - Parameter reduce: Changes the state as the action requires. It is called once for every
  ///   action, including those that do not concern it.
  @inlinable
  public init(_ reduce: @escaping @Sendable (inout State, Action) -> Void) {
    body = { state, action, _ in reduce(&state, action) }
  }

  /// Creates a reducer that also receives the number of the action, which a ``Signal`` needs.
  @inlinable
  public init(numbered reduce: @escaping @Sendable (inout State, Action, ActionNumber) -> Void) {
    body = reduce
  }

  /// Creates a reducer from a function that takes one state and returns the next.
  ///
  /// The state is moved out of its storage into `next`, so in an optimized build a closure, or a
  /// function whose parameter is marked `consuming`, changes it in place:
  ///
  /// ```swift
  /// Reducer.consuming { state, action in
  ///   var next = state
  ///   next.items[action.index] += 1
  ///   return next
  /// }
  /// ```
  ///
  /// A plain function `(State, Action) -> State` is accepted as well. It borrows its argument, so
  /// its first change to a collection copies that collection; in a debug build a closure does so,
  /// too. ``init(_:)`` never copies.
  ///
  /// - Parameter next: Returns the next state.
  /// - Returns: The reducer.
  @inlinable
  public static func consuming(
    _ next: @escaping @Sendable (consuming State, Action) -> State
  ) -> Reducer {
    Reducer { state, action in state = next(consume state, action) }
  }

  /// Changes the state as the action requires.
  ///
  /// - Parameters:
  ///   - state: The state, changed in place.
  ///   - action: The action.
  ///   - number: The number of the action. Signals that the reducer creates without one carry
  ///     0, which no consumer accepts; see ``counting()``.
  @inlinable
  public func reduce(_ state: inout State, _ action: Action, number: ActionNumber = ActionNumber(0))
  {
    body(&state, action, number)
  }

  /// Runs several reducers one after another, each on the state that the one before left.
  @inlinable
  public static func combine(_ reducers: Reducer...) -> Reducer {
    Reducer(numbered: { state, action, number in
      for reducer in reducers { reducer.body(&state, action, number) }
    })
  }
}
