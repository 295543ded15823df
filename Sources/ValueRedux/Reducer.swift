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
/// A reducer reads nothing but its arguments and changes nothing but the state. A reducer changes the state in the
/// storage of the store, so the cost of a change does not grow with the size of the state. Combine small reducers into
/// larger ones with ``combine(_:)``, ``scoped(to:)``, ``scoped(toCase:)`` and ``forEach(in:id:action:)``.
///
/// ## Thread safety
///
/// Safe from any thread because its only property is a `@Sendable` closure. A reducer is not isolated to an actor:
/// ``ValueStore`` runs its reducer on the main actor, and other stores can run a reducer on other threads.
@frozen
public struct Reducer<State, Action>: Sendable {
  @usableFromInline
  let body: @Sendable (inout State, Action, ActionNumber) -> Void

  /// Creates a reducer that changes the state in place.
  ///
  /// - Parameter reduce: A closure that changes the state as the action requires. It runs once for every action,
  ///   including actions that do not concern this reducer.
  @inlinable
  public init(_ reduce: @escaping @Sendable (inout State, Action) -> Void) {
    body = { state, action, _ in reduce(&state, action) }
  }

  /// Creates a reducer that also receives the number of the action, which a ``Signal`` needs.
  @inlinable
  public init(numbered reduce: @escaping @Sendable (inout State, Action, ActionNumber) -> Void) {
    body = reduce
  }

  /// Creates a reducer from a function that takes the present state and returns the next state.
  ///
  /// The reducer moves the state into the argument of `next`, without a copy. In an optimized build, `next` therefore
  /// changes the state in place if `next` is a closure, or a function whose parameter is marked `consuming`:
  ///
  /// ```swift
  /// Reducer.consuming { state, action in
  ///   var next = state
  ///   next.items[action.index] += 1
  ///   return next
  /// }
  /// ```
  ///
  /// `next` can also be a plain function `(State, Action) -> State`. A plain function borrows its argument, so its
  /// first change to a collection copies the collection. In a debug build, a closure copies the collection, too. A
  /// reducer that ``init(_:)`` creates never copies the state.
  ///
  /// - Parameter next: A function that takes the present state and an action, and returns the next state.
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
  ///   - number: The number of the action. Without this argument, the signals that the reducer creates have the number
  ///     0, and no consumer accepts them; ``counting()`` returns a reducer that needs no numbers.
  @inlinable
  public func reduce(_ state: inout State, _ action: Action, number: ActionNumber = ActionNumber(0))
  {
    body(&state, action, number)
  }

  /// Returns a reducer that runs reducers in the order of the arguments, each on the state that the previous one left.
  @inlinable
  public static func combine(_ reducers: Reducer...) -> Reducer {
    Reducer(numbered: { state, action, number in
      for reducer in reducers { reducer.body(&state, action, number) }
    })
  }
}
