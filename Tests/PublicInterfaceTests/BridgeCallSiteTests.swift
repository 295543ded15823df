import ReduxBridge
import ReferenceRedux
import Testing
import ValueRedux

private final class Root: Codable { var count = 0 }

private enum Act: Sendable { case add }

private let add: ReduceBlock<Root, Act> = { root, _ in root.count += 1 }

/// A third party's class store, at the old end of the bridge.
private final class ThirdPartyClassStore: TransitionSource {
  private let store = ReferenceStore(state: Root(), reducers: [add])

  func dispatch(_ action: Act) { store.dispatch(action) }

  @MainActor func observeTransitions<Event: Sendable>(
    _ event: @escaping @Sendable (Act?, Root) -> Event?,
    _ handler: @escaping @MainActor (Event) -> Void
  ) -> SubscriptionToken {
    store.observeTransitions(event, handler)
  }
}

/// A store that is not of this package; `AnotherStoreTests` has those at the new end of the bridge.
@Suite @MainActor struct BridgeCallSiteTests {
  @Test func aClassStoreOfAnotherMakeIsSeenAsValues() async {
    let facade = ValueFacade(ThirdPartyClassStore(), reading: { $0.count }, effects: [])
    let (counts, continuation) = AsyncStream.makeStream(of: Int.self)
    let token = facade.subscribe { continuation.yield($0) }
    facade.dispatch(.add)
    var seen = counts.makeAsyncIterator()
    #expect(await seen.next() == 0)
    #expect(await seen.next() == 1)
    withExtendedLifetime(token) {}
  }
}
