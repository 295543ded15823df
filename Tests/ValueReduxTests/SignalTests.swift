import Testing
import ValueRedux

@MainActor @Suite struct SignalTests {
  struct State: Sendable, Equatable {
    var alert: Signal<String>?
    var count = 0
  }

  enum Action: Sendable { case alert(String), count, restore(State) }

  private func makeStore(after number: ActionNumber = .zero) -> ValueStore<State, Action> {
    ValueStore(
      initialState: State(),
      reducer: Reducer(numbered: { state, action, number in
        switch action {
        case .alert(let text): state.alert = Signal(text, at: number)
        case .count: state.count += 1
        case .restore(let older): state = older
        }
      }),
      continuingAfter: number)
  }

  @Test func aSignalIsDeliveredOnceToEachConsumer() {
    let store = makeStore()
    var first: [String] = []
    var second: [String] = []
    let tokens = [
      store.subscribe(signal: \.alert) { first.append($0) },
      store.subscribe(signal: \.alert) { second.append($0) },
    ]
    store.dispatch(.alert("a"))
    store.dispatch(.count)
    store.dispatch(.alert("a"))
    #expect(first == ["a", "a"])
    #expect(second == first)
    withExtendedLifetime(tokens) {}
  }

  @Test func restoringAnOlderStateNeitherRepeatsNorLosesASignal() {
    let store = makeStore()
    var seen: [String] = []
    let token = store.subscribe(signal: \.alert) { seen.append($0) }
    let atStart = store.state
    store.dispatch(.alert("a"))
    let afterA = store.state
    store.dispatch(.alert("b"))
    store.dispatch(.restore(afterA))
    store.dispatch(.count)
    #expect(seen == ["a", "b"])
    store.dispatch(.restore(atStart))
    store.dispatch(.alert("c"))
    #expect(seen == ["a", "b", "c"])
    token.cancel()
  }

  @Test func aConsumerAcceptsNoSignalAgainInALaterSubscription() {
    let store = makeStore()
    let consumer = SignalConsumer<String>()
    var seen: [String] = []
    let token = store.subscribe(signal: \.alert, consumer: consumer) { seen.append($0) }
    store.dispatch(.alert("a"))
    token.cancel()
    let again = store.subscribe(signal: \.alert, consumer: consumer) { seen.append($0) }
    #expect(seen == ["a"])
    store.dispatch(.alert("b"))
    #expect(seen == ["a", "b"])
    again.cancel()
  }

  @Test func aSignalWaitsForAConsumerThatComesLater() {
    let store = makeStore()
    store.dispatch(.alert("a"))
    #expect(SignalConsumer().consume(store.state.alert) == "a")
    #expect(SignalConsumer(after: store.actionNumber).consume(store.state.alert) == nil)
  }

  @Test func aStoreThatContinuesGivesHigherNumbers() {
    let store = makeStore(after: ActionNumber(41))
    store.dispatch(.alert("a"))
    #expect(store.state.alert?.number == ActionNumber(42))
    #expect(store.actionNumber == ActionNumber(42))
  }
}
