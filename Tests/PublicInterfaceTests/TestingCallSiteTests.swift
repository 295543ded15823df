import ReduxBenchmarks
import Testing
import ValueRedux
import ValueReduxTesting

private enum Act: Equatable, Sendable {
  case add, later
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

  @Test func aCaseIsAClosureThatMakesAClosure() throws {
    let item = BenchmarkCase("Sum.reduce(3)", size: 3) {
      let numbers = [1, 2, 3]
      return { numbers.reduce(0, +) }
    }
    let prepared = try item.setup()
    try prepared.body()
    let claim = RatioClaim("a against b", of: "Sum.reduce(3)", to: "Sum.reduce(3)", .atMost(2))
    let group = BenchmarkGroup("Sum", cases: [item], ratios: [claim])
    #expect(group.cases.map(\.name) == claim.caseNames)
  }
}
