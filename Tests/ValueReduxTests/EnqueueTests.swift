import Testing
import ValueRedux

@MainActor @Suite struct EnqueueTests {
  @Test func anEnqueuedActionKeepsTheStoreUntilItIsHandled() async {
    let handled = AsyncStream.makeStream(of: Int.self)
    weak var released: ValueStore<Int, Int>?
    do {
      let middleware = Middleware<Int, Int> { state, _ in handled.continuation.yield(state) }
      let store = ValueStore(initialState: 0, middlewares: [middleware]) {
        (state: inout Int, action: Int) in state += action
      }
      released = store
      store.enqueue(3)
      store.enqueue(4)
    }
    #expect(released != nil)
    var states: [Int] = []
    for await state in handled.stream {
      states.append(state)
      if states.count == 2 { break }
    }
    #expect(states == [3, 7])
  }

  @Test func dispatchOnTheMainActorOvertakesWhatWasEnqueued() async {
    let store = ValueStore(initialState: []) { (state: inout [Int], action: Int) in
      state.append(action)
    }
    store.enqueue(1)
    store.dispatch(2)
    #expect(store.state == [2])
    await store.settle()
    #expect(store.state == [2, 1])
  }

  @Test func asynchronousCodeAwaitsTheDispatch() async {
    let store = ValueStore(initialState: 0) { (state: inout Int, action: Int) in state += action }
    await Task.detached {
      for _ in 0..<10 { await store.dispatch(1) }
    }.value
    #expect(store.state == 10)
  }

  @Test func aMillionActionsThatLeadToOneAnotherAreHandledInOneDispatch() {
    let middleware = Middleware<Int, Int> { _, action, context in
      if action > 0 { context.dispatch(action - 1) }
    }
    let store = ValueStore(initialState: 0, middlewares: [middleware]) {
      (state: inout Int, action: Int) in state += 1
    }
    store.dispatch(1_000_000)
    #expect(store.state == 1_000_001)
  }
}
