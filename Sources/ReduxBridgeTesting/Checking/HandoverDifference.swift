public import ReduxBridge
import ReferenceRedux
public import ValueRedux

extension Migrating {
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
  ///   - successor: The store that takes over, with the state that `collect(_:)` returned.
  ///   - actions: The actions to dispatch to both stores.
  ///   - assemble: Makes the whole state of the values of the slices.
  /// - Returns: The differences after the first action that leads to any; empty when both stores
  ///   agree after every action. Signals that other actions raised come first, and end no comparison. One
  ///   says so if no action changed the state.
  /// - Throws: `MigrationError.notMigrated(_:)` when slices are at another stage.
  @MainActor
  public func handoverDifferences<Whole: Equatable & Sendable>(
    to successor: ValueStore<Whole, Action>, after actions: [Action],
    _ assemble: (SliceValues<State, Action>) -> Whole
  ) throws(MigrationError) -> [HandoverDifference] {
    try differences(
      to: successor, after: actions, migration.recorder.options.redactor,
      dispatch: migration.dispatch
    ) {
      () throws(MigrationError) in
      (try collect(assemble), migration.actionsReduced)
    }
  }
}

/// Dispatches actions to a store and to its successor, and compares what each then has.
///
/// The two may number their actions differently, so a signal is compared by the action that raised it. One of
/// another action does not end the comparison.
@MainActor
private func differences<Whole: Equatable & Sendable, Action: Sendable>(
  to successor: ValueStore<Whole, Action>, after actions: [Action], _ redactor: Redactor,
  dispatch: (Action) -> Void,
  present collect: () throws(MigrationError) -> (value: Whole, number: Int)
) throws(MigrationError) -> [HandoverDifference] {
  let first = try collect()
  let start = (here: first.number, there: Int(successor.actionNumber.rawValue))
  var hasChanged = false
  var signals: [HandoverDifference] = []
  for index in 0...actions.count {
    if index > 0 {
      dispatch(actions[index - 1])
      successor.dispatch(actions[index - 1])
    }
    let present = try collect().value
    hasChanged = hasChanged || present != first.value
    guard present != successor.state else { continue }
    let masks = redactor.masks(in: present, at: "")
      .union(redactor.masks(in: successor.state, at: ""))
    let action =
      index == 0 ? "" : redactor.masking(masks).text(of: actions[index - 1], at: "action")
    var others: [HandoverDifference] = []
    // None where both are NaN.
    for (path, old, new) in redactor.differences(from: present, to: successor.state) {
      let parts = path.split(separator: ".")
      guard parts.suffix(2) == ["number", "rawValue"], let here = Int(old), let there = Int(new)
      else {
        others.append(
          HandoverDifference(
            actionNumber: index, path: path, action: action, present: old, successor: new))
        continue
      }
      let raised = (here: here - start.here, there: there - start.there)
      let place = parts.dropLast(2).joined(separator: ".")
      if raised.here > 0 && raised.here == raised.there
        || signals.contains(where: { $0.path == place })
      {
        continue
      }
      signals.append(
        HandoverDifference(
          actionNumber: index, path: place, action: action, present: moment(raised.here),
          successor: moment(raised.there)))
    }
    if !others.isEmpty { return signals + others }
  }
  if hasChanged || !signals.isEmpty { return signals }
  return [
    HandoverDifference(
      actionNumber: actions.count, path: "", action: "", present: "", successor: "",
      isVacuous: true)
  ]
}

/// When a signal was raised, by the number of the action in the list.
private func moment(_ index: Int) -> String {
  index > 0 ? "a signal of action \(index)" : "a signal from before the first action"
}

/// A difference between a store and the store that replaces it.
public struct HandoverDifference: Sendable, Equatable, CustomStringConvertible {
  /// The number of the action in the list, starting at 1; 0 before the first.
  package let actionNumber: Int
  /// The path in the state; empty for the whole.
  package let path: String
  let action: String
  let present: String
  let successor: String
  /// Whether no action changed the state, so that nothing was compared.
  var isVacuous = false

  /// The difference in one line, with the action and both values as the redactor shows them.
  public var description: String {
    if isVacuous { return "no action changed the state, so nothing was compared" }
    let moment =
      actionNumber == 0 ? "before the first action" : "after action \(actionNumber) \(action)"
    return "\(moment), at \(path.isEmpty ? "the whole" : path): "
      + "\(present) here, \(successor) in the successor"
  }
}
