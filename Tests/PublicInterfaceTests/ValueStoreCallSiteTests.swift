import Testing
import ValueRedux
import ValueReduxTesting

private enum TallyAction: Sendable, Equatable { case add }

/// A suite makes its test store in its initializer.
@Suite @MainActor struct StoreOfASuiteTests {
  private let store = TestStore(
    initialState: 0, reducer: Reducer<Int, TallyAction> { sum, _ in sum += 1 })

  @Test func aTestEndsTheStoreOfItsSuite() async throws {
    try store.send(.add) { $0 = 1 }
    try await store.finish()
  }
}
