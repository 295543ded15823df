import ReduxBridge
import ReferenceRedux
import Testing
import ValueRedux

// region: classes
final class CounterState: Codable {
  var count = 0
}

enum CounterAction: Sendable {
  case increment, reset
}

let countBlock: ReduceBlock<CounterState, CounterAction> = { state, action in
  switch action {
  case .increment: state.count += 1
  case .reset: state.count = 0
  }
}
// endregion

// region: values
let count = Reducer<Int, CounterAction> { count, action in
  switch action {
  case .increment: count += 1
  case .reset: count = 0
  }
}
// endregion

// region: bridge
let countSlice = Slice(
  "count", projection: Projection(\CounterState.count), legacy: [countBlock], reducer: count)
// endregion

/// The code in README.md, run.
@Suite struct ReadmeTests {
  @Test func theCounterOnClasses() throws {
    // region: class-store
    let store = ReferenceStore(state: CounterState(), reducers: [countBlock])
    store.dispatch(.increment)
    let snapshot = try store.currentState()  // a deep copy, with the increment in it
    // endregion
    #expect(snapshot.count == 1)
  }

  @Test @MainActor func theCounterOnValues() {
    var shown: [Int] = []
    func show(_ count: Int) { shown.append(count) }
    // region: value-store
    let store = ValueStore(initialState: 0, reducer: count)
    let token = store.subscribe { show($0) }  // told 0 at once
    store.dispatch(.increment)  // told 1 before this returns
    // endregion
    #expect(shown == [0, 1])
    withExtendedLifetime(token) {}
  }

  @Test func theCounterCrosses() throws {
    // region: crossing
    let store = MigrationStore(state: CounterState(), entries: [.slice(countSlice)])
    try store.setStage(.shadow, of: "count")  // both run, the old answer counts
    store.dispatch(.increment)
    try store.setStage(.lead, of: "count")  // both run, the new answer counts
    store.dispatch(.increment)
    try store.setStage(.migrated, of: "count")  // only the new one runs
    store.dispatch(.increment)
    let count = try store.collect { values in values[countSlice] }
    // endregion
    #expect(count == 3)
    #expect(store.ledger.total(of: "count").matched == 2)
    #expect(store.mismatches.isEmpty)
  }
}
