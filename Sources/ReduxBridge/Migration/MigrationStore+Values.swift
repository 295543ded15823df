public import ReferenceRedux
import ValueRedux

extension MigrationStore {
  /// A slice, seen as a store of values: for screens that are written in the new form.
  ///
  /// It shows the slice at every stage, so that a screen may be rewritten before or after its slice
  /// crosses, and stays as it is while the slice moves.
  ///
  /// - Parameter slice: The slice.
  /// - Returns: A facade that shows the slice and dispatches to this store.
  /// - Precondition: The slice is one of this store's; the process ends with a message otherwise.
  @MainActor
  public func facade<Value>(
    of slice: StateSlice<State, Action, Value>
  ) -> ValueFacade<ReferenceStore<State, Action>, Value> {
    let coordinator = coordinator
    return ValueFacade(self, reading: { coordinator.value(of: slice, $0) })
  }

  /// Several slices, seen as one store of values, never one updated and another not.
  ///
  /// - Parameter combine: Makes a value of the values of slices.
  /// - Returns: A facade that shows the combined value and dispatches to this store.
  /// - Precondition: The slices that are asked for are this store's; the process ends with a message
  ///   otherwise.
  @MainActor
  public func facade<Combined: Equatable & Sendable>(
    combining combine: @escaping @Sendable (SliceValues<State, Action>) -> Combined
  ) -> ValueFacade<ReferenceStore<State, Action>, Combined> {
    let coordinator = coordinator
    return ValueFacade(
      self, reading: { combine(SliceValues(coordinator: coordinator, state: $0)) })
  }

  /// Collects the values of all slices, once every one of them is migrated.
  ///
  /// The last step of a migration: the values become the state of a `ValueStore`, whose reducer is
  /// made of the slices' reducers, and this store is dropped.
  ///
  /// ```swift
  /// let state = try store.collect { values in
  ///   AppValue(theme: values[theme], notes: values[notes])
  /// }
  /// let newStore = ValueStore(initialState: state, reducer: appReducer)
  /// ```
  ///
  /// - Parameter assemble: Makes the whole state of the values of the slices.
  /// - Returns: The state, with all that this caller dispatched before.
  /// - Throws: ``MigrationError/notMigrated(_:)`` when slices are at another stage.
  /// - Precondition: The slices that are asked for are this store's; the process ends with a message
  ///   otherwise.
  public func collect<Whole: Sendable>(
    _ assemble: @Sendable (SliceValues<State, Action>) -> Whole
  ) throws(MigrationError) -> Whole {
    let coordinator = coordinator
    let (whole, stages) = read { state in
      (assemble(SliceValues(coordinator: coordinator, state: state)), coordinator.stages)
    }
    let left = stages.filter { $0.value != .migrated }.keys.sorted()
    guard left.isEmpty else { throw .notMigrated(left) }
    return whole
  }
}

/// The values of the slices of a store, between two actions.
///
/// ## Thread safety
/// Confined to the call that it is handed to.
public struct SliceValues<State: AnyObject & Codable & SendableMetatype, Action: Sendable> {
  let coordinator: MigrationCoordinator<State, Action>
  let state: State

  /// The value of a slice.
  ///
  /// - Parameter slice: The slice.
  /// - Precondition: The slice is one of the store's; the process ends with a message otherwise.
  public subscript<Value>(slice: StateSlice<State, Action, Value>) -> Value {
    coordinator.value(of: slice, state)
  }
}
