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
    func show(_ count: Int) { printed.append(count) }
    do {
      // region: three-calls
      store.dispatch(.increment)  // subscribers are notified before it returns
      let count = store.state.count
      let token = store.subscribe(\.count) { show($0) }  // now, and after each change
      // endregion
      #expect(count == 2)
      store.dispatch(.increment)
      token.cancel()
    }
    #expect(printed == [0, 1, 2, 3])
  }
}
