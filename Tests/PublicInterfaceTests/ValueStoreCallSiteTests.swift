import Testing
import ValueRedux
import ValueReduxTesting

private enum TallyAction: Sendable, Equatable { case add, alert }

/// The code of an app around a store of ValueRedux, in the forms that the guide promises.
@Suite @MainActor struct ValueStoreCallSiteTests {
  @Test func middlewaresAreTrailingClosures() async {
    let store = ValueStore(
      initialState: nil,
      reducer: Reducer<Signal<String>?, TallyAction>(numbered: { signal, action, number in
        if action == .alert { signal = Signal("full", at: number) }
      }),
      middlewares: [
        Middleware { state, action in _ = (state, action) },
        Middleware { state, action, context in
          guard action == .add else { return }
          context.run(id: "alert") { send in _ = await send(.alert) }
        },
      ])
    store.dispatch(.add)
    await store.settle()
    #expect(store.state?.event == "full")
  }
}

/// A suite makes its test store in its initializer.
@Suite @MainActor struct StoreOfASuiteTests {
  private let store = TestStore(
    initialState: 0, reducer: Reducer<Int, TallyAction> { sum, _ in sum += 1 })

  @Test func aTestEndsTheStoreOfItsSuite() async throws {
    try store.send(.add) { $0 = 1 }
    try await store.finish()
  }
}
