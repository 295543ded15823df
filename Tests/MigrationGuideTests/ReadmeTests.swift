import ReduxBenchmarks
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
let countSlice = StateSlice(
  "count", projection: Projection(\CounterState.count), legacy: [countBlock], reducer: count)

// endregion

/// Runs the code in README.md.
@Suite struct ReadmeTests {
  @Test func theCounterOnClasses() throws {
    // region: classes
    let classStore = ReferenceStore(state: CounterState(), reducers: [countBlock])
    classStore.dispatch(.increment)
    let snapshot = try classStore.currentState()  // a deep copy, with the increment in it
    // endregion
    #expect(snapshot.count == 1)
  }

  @Test @MainActor func theCounterOnValues() {
    var shown: [Int] = []
    func print(_ count: Int) { shown.append(count) }
    // region: values
    let valueStore = ValueStore(initialState: 0, reducer: count)
    let token = valueStore.subscribe(\.self) { print($0) }  // prints 0 at once
    valueStore.dispatch(.increment)  // prints 1 before it returns
    token.cancel()  // ends the subscription; a discarded token would end it at once
    // endregion
    valueStore.dispatch(.increment)
    #expect(shown == [0, 1])
  }

  @Test func theCounterCrosses() throws {
    // region: bridge
    let store = MigrationStore(state: CounterState(), entries: [.slice(countSlice)])
    try store.setStage(.shadow, of: countSlice)  // both run, the old answer counts
    store.dispatch(.increment)
    try store.setStage(.migrated, of: countSlice)  // only the new side runs
    store.dispatch(.increment)
    let collected = try store.collect { values in values[countSlice] }
    // endregion
    #expect(collected == 2)
    #expect(store.ledger.total(of: countSlice).matched == 1)
    #expect(store.mismatches.isEmpty)
  }

  @MainActor private static func measured() async throws -> BenchmarkReport {
    func print(_ report: BenchmarkReport) { #expect("\(report)".contains(" at size 1.")) }
    // region: measuring
    let report = try await StateComparison(
      state: CounterState(), blocks: [countBlock],
      value: 0, reducer: count, actions: [.increment, .reset]
    ).run()
    print(report)
    // endregion
    return report
  }

  #if DEBUG
    @Test @MainActor func theCounterIsNotMeasuredInADebugBuild() async {
      let error = await #expect(throws: (any Error).self) { try await Self.measured() }
      #expect(error?.localizedDescription.contains("swift run -c release") == true)
    }
  #else
    @Test @MainActor func theCounterIsMeasured() async throws {
      let report = try await Self.measured()
      for strategy in ["inPlace", "valueInPlace", "valueCopied", "snapshotByJSON"] {
        let result = try #require(report.result("State.\(strategy).reads1(1)"))
        #expect(result.median > 0)
      }
      #expect(report.findings.isEmpty == false)
    }
  #endif
}
