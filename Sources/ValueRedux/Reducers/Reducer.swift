/// A pure function that turns one state into the next, given an action.
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
/// A reducer looks at nothing but its arguments and changes nothing but the state. It is handed the
/// state where the store keeps it, so a change costs what it touches and nothing that is
/// proportional to the state. Small reducers are combined to larger ones: see
/// ``combine(_:)-(Reducer<State,Action>...)``, ``scoped(to:)``, ``scoped(toCase:)`` and
/// ``forEach(in:id:action:)``.
///
/// ## Thread safety
///
/// Safe from any thread because its closure is `@Sendable` and it has no other state. A reducer is
/// not isolated: ``ValueStore`` runs it on the main actor, other hosts run it elsewhere.
public struct Reducer<State, Action>: Sendable {
  @usableFromInline
  let body: @Sendable (inout State, Action, ActionNumber) -> Void

  /// Makes a reducer that changes the state in place.
  ///
  /// - Parameter reduce: Changes the state as the action asks. It is called once for every action,
  ///   including those that do not concern it.
  @inlinable
  public init(_ reduce: @escaping @Sendable (inout State, Action) -> Void) {
    body = { state, action, _ in reduce(&state, action) }
  }

  /// Makes a reducer that also sees the number of the action, as a ``Signal`` needs it.
  ///
  /// - Parameter reduce: Changes the state as the action asks.
  @inlinable
  public init(numbered reduce: @escaping @Sendable (inout State, Action, ActionNumber) -> Void) {
    body = reduce
  }

  /// Makes a reducer from a function that takes one state and returns the next.
  ///
  /// The state is moved out of its storage into `next`, so that a closure, or a function whose
  /// parameter is marked `consuming`, changes it in place in an optimised build:
  ///
  /// ```swift
  /// Reducer(consuming: { state, action in
  ///   var next = state
  ///   next.items[action.index] += 1
  ///   return next
  /// })
  /// ```
  ///
  /// A plain function `(State, Action) -> State` is accepted too. It borrows its argument, so the
  /// first collection it changes is copied; in a debug build that also holds for closures. Where
  /// that matters, use ``init(_:)``, which never copies.
  ///
  /// - Parameter next: Returns the state that follows.
  @inlinable
  public init(consuming next: @escaping @Sendable (consuming State, Action) -> State) {
    body = { state, action, _ in
      withUnsafeMutablePointer(to: &state) { place in
        place.initialize(to: next(place.move(), action))
      }
    }
  }

  /// Changes the state as the action asks.
  ///
  /// - Parameters:
  ///   - state: The state, changed in place.
  ///   - action: The action to apply.
  ///   - number: The number of the action. Without one, signals made by the reducer carry
  ///     ``ActionNumber/zero``, which no consumer accepts.
  @inlinable
  public func reduce(
    _ state: inout State, _ action: Action, number: ActionNumber
  ) {
    body(&state, action, number)
  }

  /// Changes the state as the action asks, outside any store.
  ///
  /// - Parameters:
  ///   - state: The state, changed in place.
  ///   - action: The action to apply.
  @inlinable
  public func reduce(_ state: inout State, _ action: Action) {
    body(&state, action, .zero)
  }
}
