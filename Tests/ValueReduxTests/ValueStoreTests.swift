import Testing
import ValueRedux

@MainActor @Suite struct ValueStoreTests {
  struct App: Sendable, Equatable {
    var count = 0
    var items = [1, 2, 3]
  }

  enum Action: Sendable { case add(Int), touch }

  private func makeStore() -> ValueStore<App, Action> {
    ValueStore(initialState: App()) { state, action in
      if case .add(let amount) = action { state.count += amount }
    }
  }

  @Test func aKeyPathSelectsAndRepeatsAreSkipped() {
    let store = makeStore()
    var seen: [Int] = []
    let token = store.subscribe(\.count) { seen.append($0) }
    store.dispatch(.add(2))
    store.dispatch(.touch)
    store.dispatch(.add(3))
    token.cancel()
    store.dispatch(.add(1))
    #expect(seen == [0, 2, 5])
    #expect(store.state.count == 6)
    #expect(store.subscriptionCount == 0)
  }

  @Test func dispatchInTheFirstDeliveryIsNotLost() {
    let store = makeStore()
    var seen: [Int] = []
    let token = store.subscribe(\.count) { [unowned store] count in
      seen.append(count)
      if count < 3 { store.dispatch(.add(1)) }
    }
    #expect(seen == [0, 1, 2, 3])
    _ = token
  }
}
