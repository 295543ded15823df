import Testing
import ValueRedux

@Suite struct ReducerElementsTests {
  struct Row: Sendable, Equatable, Identifiable {
    let id: String
    var payload = Payload()
  }

  struct State: Sendable, Equatable {
    var rows = [Row(id: "a"), Row(id: "b"), Row(id: "b")]
    var byName = ["a": Payload(), "b": Payload()]
  }

  private let rows: Reducer<State, (String, Int)> =
    Reducer<Row, Int> { $0.payload.value += $1 }.forEach(in: \.rows, id: \.id) { $0 }
  private let byName: Reducer<State, (String, Int)> =
    Reducer<Payload, Int> { $0.value += $1 }.forEach(in: \State.byName) { $0 }

  @Test func theFirstElementWithTheIdIsChangedInPlace() {
    var state = State()
    rows.reduce(&state, ("b", 3))
    rows.reduce(&state, ("b", 4))
    #expect(state.rows.map(\.payload.value) == [0, 7, 0])
    #expect(state.rows.map(\.payload.copies) == [0, 0, 0])
  }

  @Test func theValueUnderTheKeyIsChangedInPlace() {
    var state = State()
    byName.reduce(&state, ("b", 3))
    byName.reduce(&state, ("b", 4))
    #expect(state.byName["b"]?.value == 7)
    #expect(state.byName["b"]?.copies == 0)
  }

  @Test func anActionForAnElementThatIsGoneChangesNothing() {
    var state = State()
    rows.reduce(&state, ("z", 3))
    byName.reduce(&state, ("z", 3))
    #expect(state == State())
  }
}
