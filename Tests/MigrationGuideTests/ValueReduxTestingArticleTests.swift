import Testing
import ValueRedux
import ValueReduxTesting

private struct Names: Equatable {
  var names: [String] = []
  var isLoading = false

  static let reducer = Reducer<Names, NamesAction> { state, action in
    switch action {
    case .refresh: state.isLoading = true
    case .loaded(let names):
      state.isLoading = false
      state.names = names
    }
  }
}

private enum NamesAction: Equatable, Sendable {
  case refresh
  case loaded([String])
}

extension Middleware<Names, NamesAction> {
  fileprivate static func refresh(load: @escaping @Sendable () async -> [String]) -> Self {
    Middleware { _, action, context in
      guard action == .refresh else { return }
      context.run(id: "refresh") { send in await send(.loaded(load())) }
    }
  }
}

/// Runs the code on the page of ValueReduxTesting.
@Suite @MainActor struct ValueReduxTestingArticleTests {
  @Test func aTestAccountsForEveryChangeAndAction() async throws {
    // region: three-calls
    try await TestStore.checking(
      initialState: Names(), reducer: Names.reducer, middlewares: [.refresh(load: { ["ann"] })]
    ) { store in
      try store.send(.refresh) { $0.isLoading = true }
      try await store.receive(.loaded(["ann"])) {
        $0.isLoading = false
        $0.names = ["ann"]
      }
    }
    // endregion
  }
}
