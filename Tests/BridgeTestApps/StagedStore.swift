import ReduxBridge
import ReferenceRedux

extension MigrationStore {
  /// Makes a store of one slice that is at a stage and has reduced some actions.
  convenience init<Value>(
    _ state: sending State, _ slice: StateSlice<State, Action, Value>, at stage: Stage,
    parity: ParityOptions<Action> = ParityOptions(), after actions: [Action] = []
  ) throws {
    self.init(state: state, entries: [.slice(slice)], parity: parity)
    try setStage(stage, of: slice)
    reduce(actions)
  }
}

extension ReferenceStore {
  /// Reduces actions before it returns.
  func reduce(_ actions: some Sequence<Action>) {
    for action in actions { dispatch(action) }
    flush()
  }
}
