import Observation
import Testing
import ValueRedux

@MainActor @Suite struct StreamTests {
  private func makeStore() -> ValueStore<Int, Int> {
    ValueStore(initialState: 0, reducer: Reducer { state, action in state = action })
  }

  @Test func aSlowReaderFindsTheNewest64OfAStoreThatItDoesNotKeep() async throws {
    var store: ValueStore<Int, Int>? = makeStore()
    weak let released = store
    let stream = store!.values(of: Selection { $0 })
    for action in 1...1000 { store?.dispatch(action) }
    store = nil
    try #require(released == nil)
    var values: [Int] = []
    for await value in stream { values.append(value) }
    #expect(values == Array(937...1000))
  }

  /// A stream that a variable holds keeps its subscription, unless its reader is canceled.
  @Test func aReaderThatStopsEndsTheSubscription() async {
    let store = makeStore()
    do {
      for await value in store.values(of: Selection { $0 }) where value == 0 { break }
    }
    store.dispatch(0)
    #expect(store.subscriptionCount == 0)
    var stream: AsyncStream<Int>? = store.values(of: Selection { $0 })
    if let stream {
      for await value in stream where value == 0 { break }
    }
    #expect(store.subscriptionCount == 1)
    stream = nil
    #expect(store.subscriptionCount == 0)
    let held = store.values(of: Selection { $0 })
    let reader = Task { for await _ in held {} }
    reader.cancel()
    await reader.value
    store.dispatch(1)
    #expect(store.subscriptionCount == 0)
    withExtendedLifetime(held) {}
  }
}

@MainActor @Suite struct ObservedValueTests {
  private let makeStore = SubscriptionTests.State.makeStore

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func observersAreNotifiedOfChangesUntilTheObservedValueIsReleased() {
    let store = makeStore()
    var observed: ObservedValue<Int>? = store.observed(\.number)
    weak let released = observed
    let changes = LockedValue(0)
    withObservationTracking {
      #expect(observed?.value == 0)
    } onChange: {
      changes.withLock { $0 += 1 }
    }
    store.dispatch(-1)
    #expect(changes.withLock { $0 } == 0)
    store.dispatch(4)
    #expect(changes.withLock { $0 } == 1)
    #expect(observed?.value == 4)
    observed = nil
    #expect(released == nil)
    store.dispatch(1)
    #expect(store.subscriptionCount == 0)
  }
}
