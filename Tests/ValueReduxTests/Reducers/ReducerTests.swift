import Testing
import ValueRedux

@Suite struct ReducerTests {
  struct Child: Sendable, Equatable {
    var payload = Payload()
    var optional: Payload?
  }

  struct Root: Sendable, Equatable {
    var child = Child()
    var order: [String] = []
  }

  enum RootAction: Sendable {
    case child(Int)
    case other
    var asChild: Int? { if case .child(let value) = self { value } else { nil } }
  }

  private let child = Reducer<Child, Int> { $0.payload.value += $1 }

  @Test func aReducerInOrderSeesWhatTheOneBeforeLeft() {
    func step(_ name: String) -> Reducer<[String], Int> {
      Reducer { state, _ in state.append("\(name) after \(state.count)") }
    }
    var state: [String] = []
    Reducer.combine(step("a"), step("b"), step("c")).reduce(&state, 0)
    #expect(state == ["a after 0", "b after 1", "c after 2"])
  }

  @Test func aKeyPathScopesInPlace() {
    var root = Root()
    let reducer: Reducer<Root, Int> = child.scoped(to: \.child)
    for _ in 0..<3 { reducer.reduce(&root, 2) }
    #expect(root.child.payload.value == 6)
    #expect(root.child.payload.copies == 0)
  }

  @Test func onlyTheFeaturesActionsReachIt() {
    var root = Root()
    let reducer: Reducer<Root, RootAction> = child.scoped(to: \.child, action: \.asChild)
    reducer.reduce(&root, .other)
    #expect(root == Root())
    reducer.reduce(&root, .child(4))
    #expect(root.child.payload.value == 4)
    #expect(root.child.payload.copies == 0)
  }

  @Test func anOptionalPartIsReducedInPlaceWhenPresent() {
    let reducer: Reducer<Child, Int> = Reducer<Payload, Int> { $0.value += $1 }
      .optional().scoped(to: \.optional)
    var state = Child()
    reducer.reduce(&state, 1)
    #expect(state.optional == nil)
    state.optional = Payload()
    reducer.reduce(&state, 1)
    #expect(state.optional?.value == 1)
    #expect(state.optional?.copies == 0)
  }

  private static func plain(_ state: Int, _ action: Int) -> Int { state * 3 + action }

  @Test func aConsumingFunctionGivesTheSameStatesAsAnInPlaceOne() {
    let reducers = [
      Reducer<Int, Int> { $0 = $0 * 3 + $1 },
      Reducer(consuming: { state, action in state * 3 + action }),
      Reducer(consuming: Self.plain),
    ]
    for reducer in reducers {
      var state = 1
      for action in 1...3 { reducer.reduce(&state, action) }
      #expect(state == 45)
    }
  }

  @Test func theNumberReachesEveryReducerOfACombination() {
    let numbered = Reducer<[ActionNumber], Int>(numbered: { state, _, number in
      state.append(number)
    })
    var state: [ActionNumber] = []
    Reducer.combine(numbered, numbered.scoped(actions: { (action: Int) in action })).reduce(
      &state, 0, number: ActionNumber(7))
    #expect(state == [ActionNumber(7), ActionNumber(7)])
  }

  protocol AppAction: Sendable {}
  struct Login: AppAction { var name: String }
  struct Logout: AppAction {}

  @Test func actionsMayTravelAsAnExistential() {
    let login = Reducer<[String], Login> { $0.append("in \($1.name)") }
    let logout = Reducer<[String], Logout> { state, _ in state.append("out") }
    let reducer = Reducer.combine(
      login.scoped(actions: (any AppAction).self),
      logout.scoped(actions: (any AppAction).self))
    var state: [String] = []
    reducer.reduce(&state, Login(name: "ann"))
    reducer.reduce(&state, Logout())
    #expect(state == ["in ann", "out"])
  }
}
