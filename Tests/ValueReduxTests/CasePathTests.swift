import Testing
import ValueRedux

@Suite struct CasePathTests {
  enum Screen: Sendable, Equatable {
    case loading
    case loaded(Payload)
    case other(Payload)
  }

  enum Action: Sendable {
    case loaded(Int)
    case other
  }

  private let loaded = CasePath(Screen.loaded) {
    if case .loaded(let value) = $0 { value } else { nil }
  }
  private let reducer = Reducer<Payload, Int> { $0.value += $1 }

  @Test func thePayloadIsChangedWithoutACopy() {
    var screen = Screen.loaded(Payload())
    for _ in 0..<3 { reducer.scoped(toCase: loaded).reduce(&screen, 5) }
    #expect(loaded.payload(of: screen)?.value == 15)
    #expect(loaded.payload(of: screen)?.copies == 0)
  }

  @Test func aPayloadThatIsHeldIsCopiedSoTheWitnessWorks() {
    var screen = Screen.loaded(Payload())
    let held = screen
    for _ in 0..<3 { reducer.scoped(toCase: loaded).reduce(&screen, 5) }
    #expect(loaded.payload(of: screen)?.copies == 1)
    #expect(loaded.payload(of: held)?.value == 0)
  }

  @Test func otherCasesAreLeftAlone() {
    for other in [Screen.loading, .other(Payload())] {
      var screen = other
      reducer.scoped(toCase: loaded).reduce(&screen, 5)
      #expect(screen == other)
    }
  }

  @Test func actionsMayBeACaseToo() {
    let action = CasePath(Action.loaded) { if case .loaded(let value) = $0 { value } else { nil } }
    var screen = Screen.loaded(Payload())
    let scoped = reducer.scoped(toCase: loaded).scoped(actions: { action.payload(of: $0) })
    scoped.reduce(&screen, .other)
    scoped.reduce(&screen, .loaded(2))
    #expect(loaded.payload(of: screen)?.value == 2)
    #expect(loaded.payload(of: screen)?.copies == 0)
  }

  @Test func arraysInAPayloadStayWhereTheyAre() {
    enum State { case none, items([Int]) }
    let items = CasePath(State.items) { if case .items(let items) = $0 { items } else { nil } }
    func address(_ state: State) -> Int? {
      items.payload(of: state)?.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
    }
    var state = State.items(Array(0..<1000))
    let before = address(state)
    items.modify(&state) { $0[5] += 1 }
    #expect(address(state) == before)
  }
}
