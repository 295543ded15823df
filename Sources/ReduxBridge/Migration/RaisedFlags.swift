import ValueRedux

/// The flags of a slice's old side, as the signals that its new side would have in their place.
///
/// An action that sets a flag raises a signal with the number of the action, as a reducer does. A facade
/// shows it while the old side is the control, so that one subscription works at every stage. The flags
/// are followed at all stages: an event that the new side raised does not come again after a move back.
///
/// Confined to the executor of the store, as the state is.
final class RaisedFlags<State> {
  typealias Event = any (Equatable & Sendable)

  /// Return the event whose flag is set, one function for each signal.
  private let flags: [@Sendable (State) -> Event?]
  private var raised: [(event: Event, number: ActionNumber)?]
  private var latest = ActionNumber(0)

  init(_ flags: [@Sendable (State) -> Event?]) {
    self.flags = flags
    raised = flags.map { _ in nil }
  }

  /// Begins with a state: a flag that is set counts as raised by the latest action.
  func begin(_ state: State, after number: ActionNumber) {
    latest = number
    note(state)
  }

  /// Notes the state after the next action.
  func noteAction(_ state: State) {
    latest.rawValue += 1
    note(state)
  }

  /// Puts the signals of the flags that are set into a value.
  func show<Value>(_ signals: [SliceSignal<State, Value>], in value: inout Value) {
    for (signal, raised) in zip(signals, raised) {
      if let raised { signal.raise(&value, raised.event, raised.number) }
    }
  }

  private func note(_ state: State) {
    for (index, flag) in flags.enumerated() {
      guard let event = flag(state) else {
        raised[index] = nil
        continue
      }
      // A flag that is still set was not raised again.
      if let former = raised[index], isEqual(former.event, event) { continue }
      raised[index] = (event, latest)
    }
  }
}

extension MigrationCoordinator {
  /// The value of a slice as facades show it: while its old side is the control, with the signals of its flags.
  func shownValue<Value>(of slice: StateSlice<State, Action, Value>, _ state: State) -> Value {
    let runtime = runtime(of: slice)
    var value = runtime.currentValue(state)
    if runtime.stage.control == .legacy { runtime.raisedFlags?.show(slice.signals, in: &value) }
    return value
  }
}
