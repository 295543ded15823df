public import ReferenceRedux

extension MigrationStore {
  /// Returns a slice as a store of values: for screens in the new form.
  ///
  /// The facade shows the slice at every stage, so a screen may be rewritten before or after its
  /// slice migrates, and does not change while the slice moves.
  ///
  /// - Parameter slice: The slice.
  /// - Returns: A facade that shows the slice and dispatches to this store.
  /// - Precondition: The slice is one of this store's; the process ends with a message otherwise.
  @MainActor
  public func facade<Value>(
    of slice: StateSlice<State, Action, Value>
  ) -> ValueFacade<ReferenceStore<State, Action>, Value> {
    facade { $0[slice] }
  }

  /// Returns several slices as one store of values, which shows all of them after the same action.
  ///
  /// - Parameter combine: Makes one value of the values of the slices.
  /// - Returns: A facade that shows the combined value and dispatches to this store.
  /// - Precondition: `combine` reads slices of this store; the process ends with a message otherwise.
  @MainActor
  public func facade<Combined: Equatable & Sendable>(
    combining combine: @escaping @Sendable (SliceValues<State, Action>) -> Combined
  ) -> ValueFacade<ReferenceStore<State, Action>, Combined> {
    followFlags()
    let coordinator = coordinator
    return ValueFacade(
      self, needsObjects: { coordinator.hasSlicesInObjects },
      reading: { combine(SliceValues(coordinator: coordinator, state: $0)) })
  }

  /// Collects the values of the slices, once every slice is migrated.
  ///
  /// The last step of a migration: the values become the state of a `ValueStore`, whose reducer
  /// combines the slices' reducers, and the app drops this store.
  ///
  /// ```swift
  /// let state = try store.collect { values in
  ///   AppValue(theme: values[theme], notes: values[notes])
  /// }
  /// let newStore = ValueStore(initialState: state, reducer: appReducer)
  /// ```
  ///
  /// The new store continues after the newest signal in the state, so that none is lost or repeated.
  ///
  /// - Parameter assemble: Makes the whole state of the values of the slices.
  /// - Returns: The state after all that this caller dispatched before.
  /// - Throws: ``MigrationError/notMigrated(_:)`` when slices are at another stage.
  /// - Precondition: `assemble` reads slices of this store; the process ends with a message otherwise.
  public func collect<Whole: Sendable>(
    _ assemble: @Sendable (SliceValues<State, Action>) -> Whole
  ) throws(MigrationError) -> Whole {
    let coordinator = coordinator
    let (whole, stages) = read { state in
      (assemble(SliceValues(coordinator: coordinator, state: state)), coordinator.stages)
    }
    try refuseUnlessMigrated(stages)
    return whole
  }
}

/// Throws if the values of slices cannot be collected yet.
func refuseUnlessMigrated(_ stages: [String: Stage]) throws(MigrationError) {
  let left = stages.filter { $0.value != .migrated }.keys.sorted()
  guard left.isEmpty else { throw .notMigrated(left) }
}

/// The values of the slices of a store, between two actions.
///
/// ## Thread safety
/// Confined to the call that receives it.
public struct SliceValues<State: AnyObject, Action: Sendable> {
  let coordinator: MigrationCoordinator<State, Action>
  let state: State

  /// The value of a slice.
  ///
  /// - Parameter slice: The slice.
  /// - Precondition: The slice is one of the store's; the process ends with a message otherwise.
  public subscript<Value>(slice: StateSlice<State, Action, Value>) -> Value {
    coordinator.shownValue(of: slice, state)
  }
}
