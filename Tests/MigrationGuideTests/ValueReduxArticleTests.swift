import Testing
import ValueRedux

/// Runs the code on the pages of ValueRedux.
@Suite @MainActor struct ValueReduxArticleTests {
  @Test func theCounterPrintsItsValues() {
    var printed: [Int] = []
    func print(_ count: Int) { printed.append(count) }
    // region: counter
    struct Counter: Sendable, Equatable {
      var count = 0
    }

    enum CounterAction: Sendable {
      case increment
    }

    let reducer = Reducer<Counter, CounterAction> { state, action in
      switch action {
      case .increment: state.count += 1
      }
    }

    let store = ValueStore(initialState: Counter(), reducer: reducer)
    let token = store.subscribe(\.count) { print($0) }  // 0
    store.dispatch(.increment)  // 1
    // endregion
    #expect(printed == [0, 1])
    #expect(store.state == Counter(count: 1))
    token.cancel()
  }

  @Test func theThreeCalls() {
    struct Counter { var count = 0 }
    enum CounterAction { case increment }
    let store = ValueStore<Counter, CounterAction>(
      initialState: Counter(),
      reducer: Reducer { state, _ in
        state.count += 1
      })
    var shown: [Int] = []
    func show(_ count: Int) { shown.append(count) }
    // region: three-calls
    store.dispatch(.increment)  // subscribers are notified before it returns
    let count = store.state.count
    let token = store.subscribe(\.count) { show($0) }  // now, and after each change
    // endregion
    #expect(count == 1)
    store.dispatch(.increment)
    #expect(shown == [1, 2])
    token.cancel()
  }
}
