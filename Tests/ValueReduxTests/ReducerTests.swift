import Testing

@testable import ValueRedux

@Suite struct ReducerTests {
  struct Child: Sendable, Equatable {
    var payload = Payload()
    var optional: Payload?
  }

  struct Root: Sendable, Equatable {
    var child = Child()
  }

  enum RootAction: Sendable {
    case child(Int)
    case other
    var asChild: Int? { if case .child(let value) = self { value } else { nil } }
  }

  private let child = Reducer<Child, Int> { $0.payload.value += $1 }

  @Test func aPartIsReducedInPlaceByTheActionsOfItsFeatureIfItIsThere() {
    var root = Root()
    let reducer: Reducer<Root, RootAction> = child.scoped(to: \.child).scoped(actions: \.asChild)
    reducer.reduce(&root, .other)
    #expect(root == Root())
    reducer.reduce(&root, .child(4))
    let all: Reducer<Root, Int> = child.scoped(to: \.child)
    let optional: Reducer<Child, Int> = Reducer<Payload, Int> { $0.value += $1 }
      .scoped(toCase: CasePath(Optional.some) { $0 }).scoped(to: \.optional)
    optional.reduce(&root.child, 1)
    #expect(root.child.optional == nil)
    root.child.optional = Payload()
    for _ in 0..<3 {
      all.reduce(&root, 2)
      optional.reduce(&root.child, 1)
    }
    let payloads = [root.child.payload, root.child.optional]
    #expect(payloads.map { $0?.value } == [10, 3])
    #expect(payloads.map { $0?.copies } == [0, 0])
  }

  private static func plain(_ state: Int, _ action: Int) -> Int { state * 3 + action }
  @Sendable private static func inPlace(_ state: inout Int, _ action: Int) {
    state = state * 3 + action
  }

  /// That this compiles is half of the test: no closure fits two of the forms.
  @MainActor @Test func everyFormOfAReducerCompilesAndGivesTheSameStates() {
    let reducers: [Reducer<Int, Int>] = [
      Reducer { $0 = $0 * 3 + $1 },
      Reducer { state, action in state = state * 3 + action },
      Reducer { state, action in Self.inPlace(&state, action) },
      Reducer(Self.inPlace),
      .consuming { $0 * 3 + $1 },
      .consuming { state, action in state * 3 + action },
      Reducer.consuming { state, action in
        var next = state
        next = next * 3 + action
        return next
      },
      .consuming(Self.plain),
      Reducer { state, action, _ in state = state * 3 + action },
      Reducer(numbered: { state, action, _ in state = state * 3 + action }),
    ]
    var stores = reducers.map { ValueStore(initialState: 1, reducer: $0) }
    stores.append(
      ValueStore(initialState: 1, reducer: Reducer { state, action in state = state * 3 + action }))
    stores.append(ValueStore(initialState: 1, reducer: Reducer { $0 = $0 * 3 + $1 }))
    stores.append(
      ValueStore(initialState: 1, reducer: .consuming { state, action in state * 3 + action }))
    stores.append(
      ValueStore(initialState: 1, reducer: Reducer { Self.inPlace(&$0, $1) }, middlewares: []))
    for store in stores {
      for action in 1...3 { store.dispatch(action) }
      #expect(store.state == 45)
    }
    _ = Reducer<Int, Int> { _, _ in fatalError("not called") }
    _ = Reducer<Int, Int>.consuming { _, _ in fatalError("not called") }
    _ = ValueStore<Int, Int>(initialState: 1, reducer: Reducer { _, _ in fatalError("not called") })
    _ = ValueStore<Int, Int>(
      initialState: 1, reducer: .consuming { _, _ in fatalError("not called") })
  }

  struct Numbers: Identifiable, Equatable {
    var id = 0
    var seen: [ActionNumber] = []
  }

  struct NumberedRoot {
    var plain = Numbers()
    var reading = Numbers()
    var optional: Numbers? = Numbers()
    var rows = [Numbers()]
    var byName = ["a": Numbers()]
  }

  @Test func theNumberReachesEachReducerThroughItsScope() {
    let numbered = Reducer<Numbers, Int>(numbered: { $0.seen.append($2) })
    let reading = ReadingReducer<Numbers, Int, Int>(numbered: { $0.seen.append($3) })
    let some = CasePath<Numbers?, Numbers>({ $0 }, extract: { $0 })
    let reducer = Reducer<NumberedRoot, Int>.combine(
      numbered.scoped(to: \.plain),
      numbered.scoped(to: \.plain).scoped(actions: { (action: Int) in action }),
      reading.scoped(to: \.reading, reading: \.plain.id),
      numbered.scoped(toCase: some).scoped(to: \.optional),
      numbered.forEach(in: \.rows, id: \.id) { (0, $0) },
      numbered.forEach(in: \NumberedRoot.byName) { ("a", $0) })
    var root = NumberedRoot()
    reducer.reduce(&root, 0, number: ActionNumber(7))
    let seen = [root.plain, root.reading, root.optional, root.rows[0], root.byName["a"]]
    #expect(seen.map { $0?.seen.map(\.rawValue) } == [[7, 7], [7], [7], [7], [7]])
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

@Suite struct ReducerForEachTests {
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

  @Test func theFirstElementOfTheIdIsChangedInPlaceIfItIsThere() {
    var state = State()
    for (id, number) in [("b", 3), ("b", 4), ("z", 5)] {
      rows.reduce(&state, (id, number))
      byName.reduce(&state, (id, number))
    }
    let payloads = state.rows.map(\.payload) + ["a", "b"].compactMap { state.byName[$0] }
    #expect(payloads.map(\.value) == [0, 7, 0, 0, 7])
    #expect(payloads.map(\.copies) == [0, 0, 0, 0, 0])
    #expect(state.byName.count == 2)
  }
}

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

  @Test func theValueIsTheOneAtItsPlaceInTheCombinationAndThePartChangesInPlace() {
    let rate = Self.rate.scoped(to: \App.rate)
    let behind = store(.combine(rate, Self.total.scoped(to: \App.total, reading: \.rate)))
    let before = store(
      .combine(Self.total.scoped(to: \.total, reading: { $0.rate + $0.log.count }), rate))
    for action in [Action.add(10), .setRate(5), .add(1)] {
      behind.dispatch(action)
      before.dispatch(action)
    }
    let totals = [behind.state.total, before.state.total]
    #expect(totals.map(\.sum) == [10 * 3 + 1 * 6, 10 * 2 + 1 * 5])
    #expect(totals.map(\.payload.copies) == [0, 0])
    #expect(totals.map { $0.alert?.number } == [ActionNumber(3), ActionNumber(3)])
    var alone = Total()
    Self.total.reduce(&alone, reading: 3, .add(2))
    #expect(alone.sum == 6)
  }
}

@Suite struct CasePathTests {
  enum Screen: Sendable, Equatable {
    case loading
    case loaded(Payload)
    case other(Payload)
  }

  private let loaded = CasePath(Screen.loaded) {
    if case .loaded(let value) = $0 { value } else { nil }
  }
  private let reducer = Reducer<Payload, Int> { $0.value += $1 }

  @Test func thePayloadIsCopiedOnlyIfItIsHeldAndOtherCasesAreLeftAlone() {
    let scoped = reducer.scoped(toCase: loaded)
    var screen = Screen.loaded(Payload())
    func add() { for _ in 0..<3 { scoped.reduce(&screen, 5) } }
    add()
    #expect(loaded.extract(screen)?.copies == 0)
    let held = screen
    add()
    let payload = loaded.extract(screen)
    #expect([payload?.value, payload?.copies, loaded.extract(held)?.value] == [30, 1, 15])
    for other in [Screen.loading, .other(Payload())] {
      screen = other
      scoped.reduce(&screen, 5)
      #expect(screen == other)
    }
  }
}
