import StoreContract
import Testing
import ValueRedux

/// Objects that use the store when the store releases them.
@MainActor @Suite struct ReleaseTests {
  typealias Store = ValueStore<Int, Int>

  /// How a subscription ends.
  enum End: CaseIterable {
    case unsubscribe, cancel, droppedToken, sweep
  }

  /// The call that the object makes when it is released.
  enum Use: CaseIterable {
    case dispatch, unsubscribeOther, cancelOther, subscribe, read
  }

  final class Subscriber {}

  private let owner = Subscriber()

  private func makeStore() -> Store {
    ValueStore(initialState: 0, reducer: Reducer { state, action in state = action })
  }

  @Test(arguments: End.allCases, Use.allCases)
  func anObjectMayUseTheStoreWhenItsSubscriptionEnds(_ end: End, _ use: Use) {
    let store = makeStore()
    var seen: [Int] = []
    let last = Subscriber()
    let lastToken = store.subscribe(\.self) { seen.append($0) }
    var added: SubscriptionToken?
    var read: Int?
    var owner: Subscriber? = Subscriber()
    var token: SubscriptionToken?
    do {
      let released = Releasing { [weak store] in
        switch use {
        case .dispatch: store?.dispatch(99)
        case .unsubscribeOther: store?.unsubscribe(last)
        case .cancelOther: lastToken.cancel()
        case .subscribe: added = store?.subscribe(\.self) { seen.append(1000 + $0) }
        case .read: read = store?.state
        }
      }
      if end == .unsubscribe || end == .sweep, let owner {
        store.subscribe(owner, to: Selection(\.self)) { _, _ in withExtendedLifetime(released) {} }
      } else {
        token = store.subscribe(\.self) { _ in withExtendedLifetime(released) {} }
      }
    }
    for _ in 0..<3 { store.subscribe(last, to: Selection { $0 }) { seen.append(100 * $1) } }
    seen = []
    switch end {
    case .unsubscribe: if let owner { store.unsubscribe(owner) }
    case .cancel: token?.cancel()
    case .droppedToken: token = nil
    case .sweep: owner = nil
    }
    store.dispatch(7)
    owner = nil
    let isSwept = end == .sweep
    switch use {
    case .dispatch:
      let after = [7, 700, 700, 700]
      let released = [99, 9900, 9900, 9900]
      #expect(seen == (isSwept ? after + released : released + after))
    case .unsubscribeOther: #expect(seen == [7])
    case .cancelOther:
      #expect(seen == (isSwept ? [7] : []) + [700, 700, 700])
    case .subscribe:
      #expect(seen.sorted() == ([7, 700, 700, 700] + (isSwept ? [1007] : [1000, 1007])).sorted())
    case .read: #expect(read == (isSwept ? 7 : 0))
    }
    withExtendedLifetime((added, lastToken)) {}
  }

  @Test func severalSubscriptionsOfOneObjectMayEndEachOther() {
    let store = makeStore()
    let object = Subscriber()
    var log: [String] = []
    for index in 0..<4 {
      let released = Releasing { [weak store] in
        log.append("released \(index)")
        store?.unsubscribe(object)
        store?.dispatch(index)
      }
      store.subscribe(object, to: Selection { $0 }) { _, _ in withExtendedLifetime(released) {} }
    }
    store.unsubscribe(object)
    #expect(log.sorted() == (0..<4).map { "released \($0)" })
    #expect(store.subscriptionCount == 0)
    #expect(store.actionNumber == ActionNumber(4))
  }

  @Test func aStoreThatIsReleasedElsewhereReleasesWhatItKeptOnTheMainActor() async {
    let (reports, report) = AsyncStream.makeStream(of: Bool.self)
    let place = LockedValue<(Store, SubscriptionToken)?>(nil)
    func fill() {
      let probes = (0..<4).map { _ in LegacyToken { report.yield(MainQueue.isCurrent) } }
      let store = Store(
        initialState: 0, reducer: Reducer { $0 = $1 },
        middlewares: [
          Middleware { _, _ in _ = probes[0] },
          Middleware(comparing: \.self) { _, _, _, _ in _ = probes[1] },
        ]
      )
      store.subscribe(self.owner, to: Selection(\.self)) { _, _ in _ = probes[2] }
      place.withLock { $0 = (store, store.subscribe(\.self) { _ in _ = probes[3] }) }
    }
    fill()
    await Task.detached { place.withLock { $0 = nil } }.value
    var seen: [Bool] = []
    for await isOnMainActor in reports {
      seen.append(isOnMainActor)
      if seen.count == 4 { break }
    }
    #expect(!seen.contains(false), "\(seen)")
  }

  struct Box: Sendable {
    let number: Int
    var released: Releasing?
  }

  /// Handled actions wait in the queue for their release, which must not meet an append.
  @Test func aQueuedActionMayDispatchWhenItIsReleased() {
    var seen: [Int] = []
    let middleware = Middleware<Int, Box> { _, action, context in
      seen.append(action.number)
      guard action.number == 0 else { return }
      for number in 1...5 {
        context.dispatch(
          Box(number: number, released: Releasing { context.dispatch(Box(number: 10 * number)) }))
      }
    }
    let store = ValueStore(
      initialState: 0,
      reducer: Reducer {
        (state: inout Int, action: Box) in state += 1
      }, middlewares: [middleware])
    store.dispatch(Box(number: 0))
    #expect(seen.sorted() == [0, 1, 2, 3, 4, 5, 10, 20, 30, 40, 50])
    #expect(store.state == 11)
  }
}

/// Runs a closure on the main actor when it is released there.
final class Releasing: Sendable {
  private let onRelease: @MainActor @Sendable () -> Void

  init(_ onRelease: @escaping @MainActor @Sendable () -> Void) { self.onRelease = onRelease }

  deinit {
    MainActor.assumeIsolated { onRelease() }
  }
}
