import ReduxBridge
import Testing
import ValueRedux

@MainActor @Suite struct FluxTests {
  struct Counters: Equatable, Sendable {
    var first = 0
    var second = 0
  }

  enum CounterAction: Sendable, Equatable {
    case first, both, add(Int)
  }

  let dispatcher = FluxDispatcher<CounterAction>()
  let store = ValueStore(initialState: Counters()) {
    (counters: inout Counters, action: CounterAction) in
    switch action {
    case .first: counters.first += 1
    case .both:
      counters.first += 1
      counters.second += 1
    case .add(let amount): counters.second += amount
    }
  }

  @Test func aBehaviorDeliversThePresentValueAndEachChange() {
    let flux = FluxStore(store, registeredWith: dispatcher)
    let output = flux.behavior { $0.first }
    dispatcher.dispatch(.first)
    var seen: [Int] = []
    let token = output.subscribe { seen.append($0) }
    dispatcher.dispatch(.first)
    dispatcher.dispatch(.add(5))
    #expect(seen == [1, 2])
    #expect(output.value == 2)
    _ = consume token
  }

  @Test func aReplayDeliversTheLatestChangeBeforeTheSubscription() {
    let flux = FluxStore(store, registeredWith: dispatcher)
    let output = flux.replayingLast { $0.first }
    var early: [Int] = []
    let earlyToken = output.subscribe { early.append($0) }
    #expect(early == [])
    dispatcher.dispatch(.first)
    var late: [Int] = []
    let lateToken = output.subscribe { late.append($0) }
    #expect(early == [1])
    #expect(late == [1])
    _ = (earlyToken, lateToken)
  }

  @Test func aPublisherDeliversLaterChangesOnly() {
    let flux = FluxStore(store, registeredWith: dispatcher)
    let output = flux.publisher { $0.first }
    dispatcher.dispatch(.first)
    var seen: [Int] = []
    let token = output.subscribe { seen.append($0) }
    dispatcher.dispatch(.first)
    #expect(seen == [2])
    _ = consume token
  }

  @Test func twoSlicesNeverShowHalfUpdated() {
    let flux = FluxStore(store, registeredWith: dispatcher)
    let output = flux.behavior { $0 }
    var seen: [Counters] = []
    let token = output.subscribe { seen.append($0) }
    dispatcher.dispatch(.both)
    #expect(seen == [Counters(), Counters(first: 1, second: 1)])
    _ = consume token
  }

  @Test func nothingIsDeliveredAfterTheTokenIsReleased() {
    let flux = FluxStore(store, registeredWith: dispatcher)
    let output = flux.behavior { $0.first }
    var seen: [Int] = []
    var token: SubscriptionToken? = output.subscribe { seen.append($0) }
    _ = token
    token = nil
    dispatcher.dispatch(.first)
    #expect(seen == [0])
  }

  @Test func cancelingInTheMiddleOfADeliveryEndsIt() {
    let flux = FluxStore(store, registeredWith: dispatcher)
    let output = flux.publisher { $0.first }
    var seen: [String] = []
    var late: SubscriptionToken?
    let early = output.subscribe {
      seen.append("early \($0)")
      late?.cancel()
    }
    late = output.subscribe { seen.append("late \($0)") }
    dispatcher.dispatch(.first)
    dispatcher.dispatch(.first)
    #expect(seen == ["early 1", "early 2"])
    withExtendedLifetime(early) {}
  }

  @Test func cancelingReleasesWhatTheHandlerCaptured() {
    let flux = FluxStore(store, registeredWith: dispatcher)
    let output = flux.behavior { $0.first }
    final class Screen {}
    weak var released: Screen?
    let token: SubscriptionToken
    do {
      let screen = Screen()
      released = screen
      token = output.subscribe { _ in withExtendedLifetime(screen) {} }
    }
    #expect(released != nil)
    token.cancel()
    #expect(released == nil)
  }

  @Test(arguments: [
    (FluxDispatcher<Int>.NestedOrder.queued, ["a1", "b1", "c1", "a2", "b2", "c2"]),
    (.depthFirst, ["a1", "b1", "a2", "b2", "c2", "c1"]),
  ])
  func bothOrdersOfNestedDispatchAreOffered(
    _ order: FluxDispatcher<Int>.NestedOrder, _ expected: [String]
  ) {
    var inversions: [FluxDispatcher<Int>.Inversion] = []
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
    #expect(inversions.map(\.outer) == [1])
    #expect(inversions.map(\.nested) == [2])
    #expect(inversions.map(\.waiting) == [1])
    withExtendedLifetime(tokens) {}
  }

  @Test func aNestedDispatchByTheLastIsNoInversion() {
    var inversions = 0
    let dispatcher = FluxDispatcher<Int>(order: .depthFirst) { _ in inversions += 1 }
    let tokens = [
      dispatcher.register { _ in },
      dispatcher.register { if $0 == 1 { dispatcher.dispatch(2) } },
    ]
    dispatcher.dispatch(1)
    #expect(inversions == 0)
    withExtendedLifetime(tokens) {}
  }
}
