import ReduxBenchmarks
import ReduxBridge
import ReduxBridgeTesting
import ReferenceRedux
import Testing
import ValueRedux

// region: sides
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

let count = Reducer<Int, CounterAction> { count, action in
  switch action {
  case .increment: count += 1
  case .reset: count = 0
  }
}

let countSlice = StateSlice(
  "count", projection: Projection(\CounterState.count), legacy: [countBlock], reducer: count)
// endregion

/// Runs the code in README.md.
@Suite struct ReadmeTests {
  @Test @MainActor func theCounterMigrates() throws {
    // region: bridge
    let check = ParityCheck([.slice(countSlice)]) { CounterState() }
    let report = try check.run(.random(seed: 7, of: [.increment, .reset]), effort: .full)
    #expect(report.passed, "\(report)")

    let store = MigrationStore(state: CounterState(), entries: [.slice(countSlice)])
    try store.setStage(.shadow, of: countSlice)
    for _ in 1...1_000 { store.dispatch(.increment) }  // in an app: weeks of use
    store.flush()
    #expect(store.mismatches.isEmpty && store.ledger.total(of: countSlice).matched == 1_000)

    try store.setStage(.migrated, of: countSlice)
    let collected = try store.collect { values in values[countSlice] }
    // endregion
    var shown: [Int] = []
    func print(_ count: Int) { shown.append(count) }
    // region: values
    let valueStore = ValueStore(initialState: collected, reducer: count)
    let token = valueStore.subscribe(\.self) { print($0) }  // prints 1000 at once
    valueStore.dispatch(.reset)  // prints 0 before it returns
    token.cancel()  // ends the subscription; a discarded token would end it at once
    // endregion
    valueStore.dispatch(.increment)
    #expect(shown == [1_000, 0])
  }

  @MainActor private static func measured() async throws -> BenchmarkReport {
    func print(_ report: BenchmarkReport) { #expect("\(report)".contains(" at size 1.")) }
    // region: measuring
    let report = try await StateComparison(
      state: CounterState(), blocks: [countBlock],
      value: 0, reducer: count, actions: [.increment, .reset], size: 1
    ).run()
    print(report)
    // endregion
    return report
  }

  @Test @MainActor func theCounterIsMeasuredUnlessInADebugBuild() async throws {
    #if DEBUG
      let error = await #expect(throws: (any Error).self) { try await Self.measured() }
      #expect(error?.localizedDescription.contains("swift run -c release") == true)
    #else
      let report = try await Self.measured()
      for strategy in ["inPlace", "valueInPlace", "valueCopied", "snapshotByJSON"] {
        let result = try #require(report.result("State.\(strategy).reads1(1)"))
        #expect(result.median > 0)
      }
      #expect(report.findings.isEmpty == false)
    #endif
  }
}
