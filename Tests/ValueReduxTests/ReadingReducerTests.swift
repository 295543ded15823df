import Testing
import ValueRedux

@MainActor @Suite struct ReadingReducerTests {
  struct App: Equatable, Sendable {
    var rate = 2
    var total = Total()
    var log: [String] = []
  }

  struct Total: Equatable, Sendable {
    var sum = 0
    var payload = Payload()
    var alert: Signal<String>?
  }

  enum Action: Sendable { case setRate(Int), add(Int) }

  static let rate = Reducer<Int, Action> { rate, action in
    if case .setRate(let new) = action { rate = new } else { rate += 1 }
  }

  static let total = ReadingReducer<Total, Int, Action>(numbered: { total, rate, action, number in
    guard case .add(let amount) = action else { return }
    total.sum += amount * rate
    total.payload.value += 1
    total.alert = Signal("at \(rate)", at: number)
  })

  func store(_ reducer: Reducer<App, Action>) -> ValueStore<App, Action> {
    ValueStore(initialState: App(), reducer: reducer)
  }

  @Test func theValueIsTheOneAtItsPlaceInTheCombination() {
    let (rate, total) = (
      Self.rate.scoped(to: \App.rate), Self.total.scoped(to: \App.total, reading: \.rate)
    )
    let behind = store(.combine(rate, total))
    let before = store(.combine(total, rate))
    for action in [Action.add(10), .setRate(5), .add(1)] {
      behind.dispatch(action)
      before.dispatch(action)
    }
    #expect(behind.state.total.sum == 10 * 3 + 1 * 6)
    #expect(before.state.total.sum == 10 * 2 + 1 * 5)
    #expect(behind.state.total.alert?.number == ActionNumber(3))
  }

  @Test func thePartChangesInPlace() {
    let store = store(Self.total.scoped(to: \.total, reading: { $0.rate + $0.log.count }))
    for _ in 0..<10 { store.dispatch(.add(1)) }
    #expect(store.state.total.sum == 20)
    #expect(store.state.total.payload.copies == 0)
  }
}
