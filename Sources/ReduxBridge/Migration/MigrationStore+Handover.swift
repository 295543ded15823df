public import ReferenceRedux
public import ValueRedux
import ValueReflection

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
    let left = stages.filter { $0.value != .migrated }.keys.sorted()
    guard left.isEmpty else { throw .notMigrated(left) }
    return whole
  }

  /// Compares this store, all of whose slices are migrated, with the value store that replaces it.
  ///
  /// The last step of a migration changes where actions are reduced: before, off the main actor and
  /// after `dispatch` returned; from then on, on the main actor and before it returns. This method
  /// dispatches the same actions to both stores and compares the whole state after each.
  ///
  /// ```swift
  /// let differences = try store.handoverDifferences(to: newStore, after: actions) { values in
  ///   AppValue(theme: values[theme], notes: values[notes])
  /// }
  /// #expect(differences.isEmpty)
  /// ```
  ///
  /// - Parameters:
  ///   - successor: The store that takes over, with the state that ``collect(_:)`` returned.
  ///   - actions: The actions to dispatch to both stores.
  ///   - assemble: Makes the whole state of the values of the slices.
  /// - Returns: The differences after the first action that leads to any; empty when both stores
  ///   agree after every action.
  /// - Throws: ``MigrationError/notMigrated(_:)`` when slices are at another stage.
  @MainActor
  public func handoverDifferences<Whole: Equatable & Sendable>(
    to successor: ValueStore<Whole, Action>, after actions: [Action],
    _ assemble: @Sendable (SliceValues<State, Action>) -> Whole
  ) throws(MigrationError) -> [HandoverDifference] {
    let redactor = recorder.options.redactor
    for index in 0...actions.count {
      if index > 0 {
        dispatch(actions[index - 1])
        successor.dispatch(actions[index - 1])
      }
      let present = try collect(assemble)
      guard present != successor.state else { continue }
      // None where both are NaN.
      let found = redactor.differences(from: present, to: successor.state).map { difference in
        HandoverDifference(
          actionNumber: index, path: difference.path,
          action: index == 0 ? "" : redactor.text(of: actions[index - 1], at: "action"),
          present: difference.old, successor: difference.new)
      }
      if !found.isEmpty { return found }
    }
    return []
  }
}

/// The values of the slices of a store, between two actions.
///
/// ## Thread safety
/// Confined to the call that receives it.
public struct SliceValues<State: AnyObject & Codable & SendableMetatype, Action: Sendable> {
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

extension SliceValues: CustomReflectable {
  /// Shows nothing of the state.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// A difference between a store and the store that replaces it.
public struct HandoverDifference: Sendable, Equatable, CustomStringConvertible {
  /// The number of the action in the list, starting at 1; 0 before the first.
  public let actionNumber: Int
  /// The path in the state; empty for the whole.
  public let path: String
  let action: String
  let present: String
  let successor: String

  /// The difference in one line, with the action and both values as the redactor shows them.
  public var description: String {
    let moment =
      actionNumber == 0 ? "before the first action" : "after action \(actionNumber) \(action)"
    return "\(moment), at \(path.isEmpty ? "the whole" : path): "
      + "\(present) here, \(successor) in the successor"
  }
}
