import ReduxBenchmarks
import Testing
import ValueRedux
import ValueReduxTesting

private enum Act: Equatable, Sendable {
  case add, later
}

/// A suite makes its test store in its initializer.
@Suite @MainActor struct StoreOfASuiteTests {
  private let store = TestStore(initialState: 0, reducer: Reducer<Int, Act> { sum, _ in sum += 1 })

  @Test func aTestEndsTheStoreOfItsSuite() async throws {
    try store.send(.add) { $0 = 1 }
    try await store.finish()
  }
}

/// What a test and a measuring program write around ValueReduxTesting and ReduxBenchmarks.
@Suite @MainActor struct TestingCallSiteTests {
  private static let adding = Reducer<Int, Act> { count, action in
    if action == .add { count += 1 }
  }

  @Test func aTestDrivesAStoreWithClosures() async throws {
    let clock = ScriptedClock()
    let later = Middleware<Int, Act> { _, action, context in
      guard action == .later else { return }
      context.run { send in
        try? await clock.sleep(for: .seconds(1))
        await send(.add)
      }
    }
    try await TestStore.checking(initialState: 0, reducer: Self.adding, middlewares: [later]) {
      store in
      try store.send(.add) { $0 = 1 }
      try store.send(.later)
      await clock.waitForSleepers(1)
      clock.advance(by: .seconds(1))
      try await store.receive("an addition", where: { $0 == .add }) { $0 = 2 }
    }
  }

  private final class Total: Codable {
    var sum = 0
  }

  @Test func aComparisonTakesStrategiesAsClosures() async throws {
    var comparison = StateComparison(
      state: Total(), blocks: [{ total, _ in total.sum += 1 }], value: 0, reducer: Self.adding,
      actions: [.add], subject: "Total")
    comparison.additional = [
      comparison.snapshots("sum", label: "the sum alone") { $0.sum },
      ComparisonStrategy("variable", label: "a variable", paysForEveryRead: false) {
        var sum = 0
        return ComparisonStrategy.Steps(change: { sum += 1 }, read: { blackHole(sum) })
      },
    ]
    let command = BenchmarkCommand("Totals", comparing: [comparison])
    for name in ["sum", "variable"] {
      #expect(await command.run(["--first-call", "Total.\(name).reads1(1)"]) == 0)
    }
    #expect(await command.run(["--first-call", "Total.other.reads1(1)"]) == 2)
    #if DEBUG
      await #expect(throws: BenchmarkError.debugBuild) { try await comparison.run(plan: .quick) }
    #endif
  }
}
