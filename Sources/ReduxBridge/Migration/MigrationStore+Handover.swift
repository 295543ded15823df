public import ReferenceRedux
public import ValueRedux
import ValueReflection

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

/// A place where a store that is to take over differs from the one that it replaces.
///
/// ## Thread safety
/// A value; safe from any thread.
public struct HandoverDifference: Sendable, Equatable, CustomStringConvertible {
  /// The number of the action in the list, the first being 1; 0 before the first.
  public let actionNumber: Int
  /// The action, redacted; empty before the first.
  public let action: String
  /// Where in the state both differ; empty for the whole.
  public let path: String
  /// What the store that is replaced has there.
  public let present: String
  /// What the store that is to take over has there.
  public let successor: String

  /// The difference in one line.
  public var description: String {
    let moment =
      actionNumber == 0 ? "before the first action" : "after action \(actionNumber) \(action)"
    return "\(moment), at \(path.isEmpty ? "the whole" : path): "
      + "\(present) here, \(successor) in the successor"
  }
}

extension MigrationStore {
  /// Compares this store, all of whose slices are migrated, with the value store that is to replace it.
  ///
  /// The last step of a migration changes where actions are reduced: from off the main actor, after
  /// `dispatch` has returned, to the main actor, before it returns. This runs the same actions through
  /// both stores and compares the whole state after each.
  ///
  /// ```swift
  /// let differences = try store.handoverDifferences(to: newStore, after: actions) { values in
  ///   AppValue(theme: values[theme], notes: values[notes])
  /// }
  /// #expect(differences.isEmpty)
  /// ```
  ///
  /// - Parameters:
  ///   - successor: The store that is to take over, with the state that ``collect(_:)`` gave.
  ///   - actions: The actions; both stores go through them.
  ///   - assemble: Makes the whole state of the values of the slices.
  /// - Returns: The differences after the first action after which there are any; empty when the two
  ///   agree after each.
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
      return redactor.differences(from: present, to: successor.state).map { difference in
        HandoverDifference(
          actionNumber: index,
          action: index == 0 ? "" : redactor.text(of: actions[index - 1], at: "action"),
          path: difference.path,
          present: redactor.text(of: difference.oldValue, at: difference.path),
          successor: redactor.text(of: difference.newValue, at: difference.path))
      }
    }
    return []
  }
}
