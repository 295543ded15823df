import Dispatch
import Foundation
import ReferenceRedux
import StoreContract
import Testing
import ValueRedux
@testable import BridgeTestApps
@testable import ReduxBridge

/// The outputs and the registration of a Flux store over a value store; `SubjectTests` compares all of
/// them with the subjects that they replace, over every kind of store.
@MainActor @Suite(.timeLimit(.minutes(15))) struct FluxStoreTests {
  let dispatcher = FluxDispatcher<ShownModel.Action>()
  let store = ShownModel.valueStore()

  var flux: FluxStore<ValueStore<ValueStoreModel, ShownModel.Action>> {
    FluxStore(store, registeredWith: dispatcher)
  }

  @Test func theValueOfAnOutputIncludesWhatWasDispatched() {
    let facade = ShownModel.migrationStore().facade(of: ShownModel.slice)
    let flux = FluxStore(facade, registeredWith: dispatcher)
    let (behavior, published) = (flux.behavior { $0.shown }, flux.publish { $1.shown })
    for number in 1...1_000 { dispatcher.dispatch(.set(number)) }
    #expect(behavior.value == 1_000)
    #expect(published.value == nil)
  }

  // MARK: Lifetimes

  @Test func anObservationLivesAsLongAsItsToken() async {
    let (events, event) = AsyncStream.makeStream(of: Void.self)
    var seen: [Int] = []
    weak var store: ValueStore<ValueStoreModel, ShownModel.Action>?
    let token: SubscriptionToken
    do {
      let kept = ShownModel.valueStore()
      store = kept
      token = FluxStore(kept, registeredWith: dispatcher).behavior { $0.shown }
        .observe { seen.append($0) }
    }
    dispatcher.dispatch(.set(1))
    let facadeToken = FluxStore(
      ShownModel.migrationStore().facade(of: ShownModel.slice), registeredWith: dispatcher
    ).publish { action, _ in action }.observe { _ in event.finish() }
    dispatcher.dispatch(.set(2))
    // Only the token has this store, its facade and its registration.
    for await _ in events {}
    #expect(seen == [0, 1, 2])
    token.cancel()
    #expect(store == nil)
    withExtendedLifetime(facadeToken) {}
  }

  @Test func anObserverThatDispatchesDuringItsReplayReceivesAllInOrder() {
    let output = flux.publish(replaying: 2) { _, state in state.shown }
    dispatcher.dispatch(.set(1))
    dispatcher.dispatch(.set(2))
    var seen: [Int] = []
    let token = output.observe { [dispatcher] number in
      seen.append(number)
      if number == 1 { dispatcher.dispatch(.set(3)) }
    }
    #expect(seen == [1, 2, 3])
    withExtendedLifetime(token) {}
  }

  // MARK: The class store

  @Test func anOutputPostsNoNotificationByItself() async {
    let store = ShownModel.migrationStore()
    let posts = Counter()
    let watcher = NotificationCenter.default.addObserver(
      forName: .RDXStateDidChange, object: store, queue: nil
    ) { _ in posts.increment() }
    let flux = FluxStore(store.facade(of: ShownModel.slice), registeredWith: dispatcher)
    var token: SubscriptionToken? = flux.publish { action, _ in action }.observe { _ in }
    withExtendedLifetime(token) {}
    token = nil
    store.flush()
    await store.settle()
    #expect(posts.value == 0)
    NotificationCenter.default.removeObserver(watcher)
  }

  @Test func anOutputOfLessThanNoEventIsRefused() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await MainActor.run {
        let flux = FluxStore(
          ShownModel.valueStore(), registeredWith: FluxDispatcher<ShownModel.Action>())
        _ = flux.publish(replaying: -1) { $1.shown }
      }
    }
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(message.contains("An output cannot replay -1 events."), "\(message)")
  }

  // MARK: Registration

  @Test func facadesOfOneStoreReduceEachActionOnce() {
    let store = ShownModel.migrationStore()
    let facades = [
      store.facade(of: ShownModel.slice), store.facade(combining: { $0[ShownModel.slice] }),
      ValueFacade(store.migration, reading: { $0.model }, effects: []),
    ]
    let other = FluxStore(
      ValueFacade(store, reading: { $0.model }), registeredWith: dispatcher)
    let stores = facades.map { FluxStore($0, registeredWith: dispatcher) }
    let direct = FluxStore(store, registeredWith: dispatcher)
    dispatcher.dispatch(.set(1))
    store.flush()
    #expect(store.statistics.actionsReduced == 1)
    withExtendedLifetime((stores, other, direct)) {}
  }
}

@MainActor @Suite struct FluxDispatcherTests {
  @Test(arguments: [
    (FluxDispatcher<Int>.NestedOrder.queued, ["a1", "b1", "c1", "a2", "b2", "c2"]),
    (.depthFirst, ["a1", "b1", "a2", "b2", "c2", "c1"]),
  ])
  func bothOrdersOfNestedDispatchAreOffered(
    _ order: FluxDispatcher<Int>.NestedOrder, _ expected: [String]
  ) {
    var inversions: [String] = []
    let dispatcher = FluxDispatcher<Int>(order: order) { inversions.append($0) }
    var log: [String] = []
    let tokens = [
      dispatcher.register { log.append("a\($0)") },
      dispatcher.register { action in
        log.append("b\(action)")
        if action == 1 { dispatcher.dispatch(2) }
      },
      dispatcher.register { log.append("c\($0)") },
    ]
    dispatcher.dispatch(1)
    #expect(log == expected)
    #expect(inversions == ["2 was dispatched during 1, which 1 receiver had not received"])
    withExtendedLifetime(tokens) {}
  }

  @Test func aNestedDispatchByTheLastIsNoInversion() {
    var inversions = 0
    let dispatcher = FluxDispatcher<Int>(order: .depthFirst) { _ in inversions += 1 }
    var tokens = [dispatcher.register { _ in }]
    tokens.append(
      dispatcher.register { action in
        guard action == 1 else { return }
        // One that registers meanwhile does not wait.
        tokens.append(dispatcher.register { _ in })
        dispatcher.dispatch(2)
      })
    dispatcher.dispatch(1)
    #expect(inversions == 0)
    withExtendedLifetime(tokens) {}
  }

  @Test func anActionOfAnotherThreadIsPublishedWithinNoOtherAndInItsOrder() async {
    let dispatcher = FluxDispatcher<Int>(order: .depthFirst)
    var seen: [Int] = []
    let token = dispatcher.register { action in
      seen.append(action)
      guard action == 1 else { return }
      DispatchQueue.global().sync { dispatcher.dispatch(2) }
      dispatcher.dispatch(3)
    }
    dispatcher.dispatch(1)
    #expect(seen == [1, 3])
    await Task { @MainActor in }.value
    #expect(seen == [1, 3, 2])
    // On the main actor from here to the expectation, so that no turn lies between.
    DispatchQueue.global().sync { dispatcher.dispatch(4) }
    #expect(seen == [1, 3, 2])
    dispatcher.dispatch(5)
    await Task { @MainActor in }.value
    #expect(seen == [1, 3, 2, 4, 5])
    withExtendedLifetime(token) {}
  }
}
