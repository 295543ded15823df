import Dispatch
import ReduxBridge
import ReferenceRedux
import Testing
import ValueRedux
@testable import BridgeTestApps

/// The one rule of both kinds of tokens, for everything that this module subscribes or observes.
@MainActor @Suite struct TokenTests {
  enum Kind: CaseIterable {
    case facadeOfClassStore, facadeWithEffects, output, dispatcher, transitions
  }

  /// A way to receive deliveries, and to cause one.
  struct Source {
    let begin: @MainActor (_ handler: @escaping @MainActor () -> Void) -> any AnyObject & Sendable
    let change: @MainActor () async -> Void

    @MainActor init(_ kind: Kind) {
      let (store, values) = (TokenTests.store, TokenTests.values)
      let dispatcher = FluxDispatcher<ShopAction>()
      switch kind {
      case .facadeOfClassStore:
        let facade = store.facade(of: Shop.slices.settings)
        begin = { handler in facade.subscribe(\.changes) { _ in handler() } }
      case .facadeWithEffects:
        let facade = ValueFacade(
          store, reading: ShopProjections.readSettings, effects: [])
        begin = { handler in facade.subscribe { _ in handler() } }
      case .output:
        let flux = FluxStore(values, registeredWith: dispatcher)
        let output = flux.behavior { $0.changes }
        begin = { handler in output.observe { _ in handler() } }
        change = { withExtendedLifetime(flux) { dispatcher.dispatch(.join(true)) } }
        return
      case .transitions:
        begin = { handler in values.observeTransitions({ $1.changes }) { _ in handler() } }
        change = { values.dispatch(.join(true)) }
        return
      case .dispatcher:
        begin = { handler in dispatcher.register { _ in handler() } }
        change = { dispatcher.dispatch(.join(true)) }
        return
      }
      change = {
        store.dispatch(.join(true))
        await store.settle()
      }
    }
  }

  static var store: ShopStore { ShopStore(state: ShopState(), entries: ShopParts().entries) }

  static var values: ValueStore<SettingsValue, ShopAction> {
    ValueStore(
      initialState: SettingsValue(),
      reducer: Reducer(numbered: { ShopValues.settings(&$0, (), $1, $2) }))
  }

  final class Captured: Sendable {}

  nonisolated private static func cancel(_ token: AnyObject) {
    (token as? SubscriptionToken)?.cancel()
    (token as? ObservationToken)?.cancel()
  }

  /// A handler that owned a token used to be released while the list of handlers was being changed.
  @Test(arguments: Kind.allCases)
  func cancelingOnTheMainActorReleasesWhatTheHandlerCaptured(_ kind: Kind) async {
    let source = Source(kind)
    let calls = Counter()
    weak var released: Captured?
    let token: any AnyObject & Sendable
    do {
      let (captured, inner) = (Captured(), source.begin { calls.increment() })
      released = captured
      token = source.begin { withExtendedLifetime((captured, inner)) {} }
    }
    await source.change()
    #expect(released != nil)
    let before = calls.value
    Self.cancel(token)
    #expect(released == nil)
    await source.change()
    #expect(calls.value == before)
  }

  enum End: CaseIterable { case canceledElsewhere, releasedElsewhere, canceledInADelivery }

  @Test(arguments: Kind.allCases, End.allCases)
  func nothingIsDeliveredAfterATokenEnds(_ kind: Kind, _ end: End) async {
    let source = Source(kind)
    let calls = Counter()
    let (token, canceled) = (Kept<AnyObject>(), Kept<AnyObject>())
    let early = source.begin { canceled.object.map(Self.cancel) }
    token.object = source.begin { calls.increment() }
    await source.change()
    let before = calls.value
    #expect(before > 0)
    // On the main actor from here to the delivery, so that no turn lies between.
    switch end {
    case .canceledElsewhere: DispatchQueue.global().sync { token.object.map(Self.cancel) }
    case .releasedElsewhere: DispatchQueue.global().sync { token.object = nil }
    case .canceledInADelivery: canceled.object = token.object
    }
    await source.change()
    #expect(calls.value == before)
    withExtendedLifetime(early) {}
  }

  /// The store calls nothing more for an observation that has ended.
  @Test func anObservationThatHasEndedLeavesTheStore() {
    let (store, values) = (Self.store, Self.values)
    let calls = Counter()
    let tokens = [
      values.observeTransitions({ _, _ in calls.increment() }) { _ in },
      store.observeTransitions({ _, _ in calls.increment() }) { _ in },
    ]
    func dispatch() {
      values.dispatch(.join(true))
      store.reduce([.join(true)])
    }
    dispatch()
    #expect(calls.value == 4)
    for token in tokens { token.cancel() }
    dispatch()
    #expect(calls.value == 4)
  }
}
