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

  @Test func eachConsumerReceivesASignalOnceAndRestoringAnOlderStateNeitherRepeatsNorLosesOne() {
    let store = makeStore()
    var seen: [[String]] = [[], []]
    let tokens = [0, 1].map { index in
      store.subscribe(signal: \.alert) { seen[index].append($0) }
    }
    let atStart = store.state
    for action in [Action.alert("a"), .count, .alert("a")] { store.dispatch(action) }
    let afterA = store.state
    store.dispatch(.alert("b"))
    store.dispatch(.restore(afterA))
    store.dispatch(.count)
    store.dispatch(.restore(atStart))
    store.dispatch(.alert("c"))
    #expect(seen == [["a", "a", "b", "c"], ["a", "a", "b", "c"]])
    withExtendedLifetime(tokens) {}
  }

  @Test func aSignalWaitsForAConsumerWhichAcceptsItOnceAndAStoreThatContinuesGivesHigherNumbers() {
    let store = makeStore(after: ActionNumber(41))
    store.dispatch(.alert("a"))
    #expect(store.state.alert?.number == ActionNumber(42))
    #expect(store.actionNumber == ActionNumber(42))
    let consumer = SignalConsumer<String>()
    var seen: [String] = []
    let token = store.subscribe(signal: \.alert, consumer: consumer) { seen.append($0) }
    token.cancel()
    let again = store.subscribe(signal: \.alert, consumer: consumer) { seen.append($0) }
    #expect(seen == ["a"])
    store.dispatch(.alert("b"))
    #expect(seen == ["a", "b"])
    again.cancel()
    #expect(SignalConsumer().consume(store.state.alert) == "b")
    #expect(SignalConsumer(after: store.actionNumber).consume(store.state.alert) == nil)
  }
}
