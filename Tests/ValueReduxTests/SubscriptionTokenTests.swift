import Dispatch
import StoreContract
import Testing
import ValueRedux

@MainActor @Suite struct SubscriptionTokenTests {
  typealias State = SubscriptionTests.State

  private let makeStore = State.makeStore

  /// How a token ends.
  enum End: CaseIterable {
    case cancel, nonisolatedCancel, release
  }

  private nonisolated func cancel(_ token: SubscriptionToken?) { token?.cancel() }

  @Test(arguments: End.allCases)
  func onTheMainActorEachEndReleasesTheCapturesAtOnce(_ end: End) {
    let store = makeStore()
    var seen: [Int] = []
    weak var released: LegacyToken?
    var token: SubscriptionToken?
    do {
      let captured = LegacyToken()
      released = captured
      token = store.subscribe(\.number) { number in
        withExtendedLifetime(captured) { seen.append(number) }
      }
    }
    store.dispatch(1)
    #expect(released != nil)
    switch end {
    case .cancel: token?.cancel()
    case .nonisolatedCancel: cancel(token)
    case .release: token = nil
    }
    #expect(released == nil)
    #expect(store.subscriptionCount == 0)
    store.dispatch(2)
    token?.cancel()
    #expect(seen == [0, 1])
  }

  /// How a subscription is made.
  enum Form: CaseIterable {
    case closure, keyPath, selection
  }

  @Test(arguments: End.allCases, Form.allCases)
  func elsewhereEachEndStopsDeliveriesAndReleasesTheCapturesLater(_ end: End, _ form: Form) async {
    let store = makeStore()
    var seen: [Int] = []
    let (releases, release) = AsyncStream.makeStream(of: Void.self)
    let box: LockedValue<SubscriptionToken?>
    do {
      let captured = LegacyToken(onDeinit: { release.finish() })
      let handler: @MainActor (Int) -> Void = { number in
        withExtendedLifetime(captured) { seen.append(number) }
      }
      box =
        switch form {
        case .closure: LockedValue(store.subscribe({ $0.number }, handler))
        case .keyPath: LockedValue(store.subscribe(\.number, handler))
        case .selection: LockedValue(store.subscribe(to: Selection { $0.number }, handler))
        }
    }
    // The main actor is blocked meanwhile, so no turn of it can have removed the subscription.
    let isDone = LegacyGate()
    DispatchQueue.global().async {
      if end == .release { box.withLock { $0 = nil } } else { box.withLock { $0?.cancel() } }
      isDone.open()
    }
    #expect(isDone.wait())
    #expect(store.subscriptionCount == 1)
    store.dispatch(1)
    #expect(seen == [0])
    for await _ in releases {}
    #expect(store.subscriptionCount == 0)
  }

  @Test func aCancelElsewhereDoesNotWaitForTheDeliveryThatIsUnderWay() {
    let store = makeStore()
    var log: [String] = []
    let box = LockedValue<SubscriptionToken?>(nil)
    let isDone = LegacyGate()
    let token = store.subscribe(\.number) { number in
      log.append("> \(number)")
      if number == 1 {
        DispatchQueue.global().async {
          box.withLock { $0?.cancel() }
          isDone.open()
        }
        #expect(isDone.wait())
        store.dispatch(2)
      }
      log.append("< \(number)")
    }
    box.withLock { $0 = token }
    store.dispatch(1)
    #expect(log == ["> 0", "< 0", "> 1", "< 1"])
  }

  @Test func aTokenMayBeCancelledInsideAReducer() {
    let box = LockedValue<SubscriptionToken?>(nil)
    let store = ValueStore<State, Int>(
      initialState: State(),
      reducer: Reducer { state, action in
        state.number = action
        box.withLock { $0?.cancel() }
      })
    var seen: [Int] = []
    let token = store.subscribe(\.number) { seen.append($0) }
    box.withLock { $0 = token }
    store.dispatch(1)
    #expect(seen == [0])
    #expect(store.subscriptionCount == 0)
  }

  @Test func theTokenOfAnotherKindOfStoreRunsItsClosureOnce() {
    var ends = 0
    var token: SubscriptionToken? = SubscriptionToken { ends += 1 }
    #expect(token?.isOver == false)
    token?.cancel()
    token?.cancel()
    token = nil
    #expect(ends == 1)
  }
}
