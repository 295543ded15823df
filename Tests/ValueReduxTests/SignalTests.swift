import Testing
import ValueRedux

@MainActor @Suite struct SignalTests {
  struct State: Sendable, Equatable {
    var alert: Signal<String>?
    var count = 0
  }

  enum Action: Sendable { case alert(String), count, restore(State) }

  private func makeStore(after number: ActionNumber = ActionNumber(0)) -> ValueStore<State, Action>
  {
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

  struct Nest: Sendable {
    enum Screen: Sendable { case empty, shown(Signal<Int>) }
    indirect enum Chain: Sendable { case end(Screen), link(Chain) }
    var optional: Signal<Int>??
    var screens: [Screen] = []
    var windows: [String: [Screen]] = [:]
    var chain = Chain.end(.empty)
    var numbers = Array(0..<3)
    var pair: (Int, any Sendable) = (0, 0)
  }

  @Test func aStoreContinuesAfterTheNewestSignalOfItsState() {
    let signal = Signal(1, at: ActionNumber(357))
    var chain = Nest.Chain.end(.shown(signal))
    for _ in 0..<20_000 { chain = .link(chain) }
    for (nest, number) in [
      (Nest(), 0), (Nest(optional: signal), 357), (Nest(screens: [.empty, .shown(signal)]), 357),
      (Nest(windows: ["a": [.shown(signal)], "b": []]), 357), (Nest(chain: chain), 357),
      (Nest(pair: (1, signal)), 357),
      (Nest(optional: Signal(1, at: ActionNumber(358)), screens: [.shown(signal)]), 358),
    ] as [(Nest, UInt64)] {
      let store = ValueStore<Nest, Int>(initialState: nest, reducer: Reducer { _, _ in })
      #expect(store.actionNumber == ActionNumber(number))
      #expect(
        ValueStore<Nest, Int>(
          initialState: nest, reducer: Reducer { _, _ in }, continuingAfter: ActionNumber(400)
        ).actionNumber == ActionNumber(400))
    }
  }
}
