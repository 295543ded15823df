internal import ReduxBenchmarks
internal import ValueRedux

/// The cost that the value store adds to its reducer, and the cost of its subscribers.
@MainActor
enum ValueStoreCases {
  static var groups: [BenchmarkGroup] {
    [0, 10, 100].map(dispatching) + [middlewares, changing, holding]
  }

  private static func store(
    _ count: Int = 10, middlewares: [Middleware<Board, BoardAction>] = []
  ) -> ValueStore<Board, BoardAction> {
    ValueStore(
      initialState: Board(count), reducer: Reducer(BoardAction.reduce), middlewares: middlewares)
  }

  /// A store against the floor, with subscribers that select a title, which does not change.
  private static func dispatching(_ subscribers: Int) -> BenchmarkGroup {
    let number = subscribers == 0 ? "no" : "\(subscribers)"
    return BenchmarkGroup(
      "dispatch with \(number) subscribers against the floor",
      of: BenchmarkCase("ValueStore.dispatch(\(subscribers))", size: subscribers, per: "action") {
        let store = store()
        let tokens = (0..<subscribers).map { _ in
          store.subscribe({ $0.title }) { blackHole($0) }
        }
        return { withExtendedLifetime(tokens) { store.dispatch(.tick) } }
      },
      to: BenchmarkCase("ValueStore.floor(\(subscribers))", size: subscribers, per: "action") {
        let store = FloorStore(Board(10), reduce: BoardAction.reduce)
        for _ in 0..<subscribers { store.subscribeToTitle { blackHole($0) } }
        return { store.dispatch(.tick) }
      },
      .atMost(2))
  }

  private static var middlewares: BenchmarkGroup {
    BenchmarkGroup(
      "middlewares of the value store",
      cases: [
        BenchmarkCase("ValueStore.middlewares(0)", size: 0, per: "action") {
          let store = store()
          return { store.dispatch(.tick) }
        },
        BenchmarkCase("ValueStore.middlewares(5)", size: 5, per: "action") {
          let nothing = Middleware<Board, BoardAction> { _, _ in }
          let store = store(middlewares: Array(repeating: nothing, count: 5))
          return { store.dispatch(.tick) }
        },
        BenchmarkCase("ValueStore.closuresInALoop(5)", size: 5, per: "action") {
          let nothing: @MainActor (Board, BoardAction) -> Void = { _, _ in }
          let closures = Array(repeating: nothing, count: 5)
          let state = Board(10)
          return { for closure in closures { closure(state, .tick) } }
        },
      ],
      ratios: [
        RatioClaim(
          "what 5 middlewares add against 5 closures in a loop",
          of: "ValueStore.middlewares(5)", minus: "ValueStore.middlewares(0)",
          to: "ValueStore.closuresInALoop(5)", .atMost(3))
      ])
  }

  /// One element changes while only the store holds the array, so the size must not matter.
  private static var changing: BenchmarkGroup {
    BenchmarkGroup(
      "one element of the value store",
      cases: [10, 100_000].flatMap { count in
        [
          BenchmarkCase("ValueStore.change(\(count))", size: count, per: "action") {
            let store = store(count)
            return { store.dispatch(.bump(5)) }
          },
          BenchmarkCase("ValueStore.changeWithCount(\(count))", size: count, per: "action") {
            let store = store(count)
            let token = store.subscribe({ $0.numbers.count }) { blackHole($0) }
            return { withExtendedLifetime(token) { store.dispatch(.bump(5)) } }
          },
        ]
      },
      ratios: [
        RatioClaim(
          "a changed element of 100,000 against one of 10",
          of: "ValueStore.change(100000)", to: "ValueStore.change(10)", .atMost(1.5)),
        RatioClaim(
          "the same with a subscriber that selects the count",
          of: "ValueStore.changeWithCount(100000)", to: "ValueStore.changeWithCount(10)",
          .atMost(1.5)),
      ])
  }

  /// One element changes while something else holds the array, so it is copied once.
  private static var holding: BenchmarkGroup {
    let count = 100_000
    return BenchmarkGroup(
      "the value store while the old state is held",
      cases: [
        BenchmarkCase("ValueStore.changeWhileHeld(\(count))", size: count, per: "action") {
          let store = store(count)
          return {
            let old = store.state
            store.dispatch(.bump(5))
            blackHole(old)
          }
        },
        BenchmarkCase("ValueStore.changeWhileSelected(\(count))", size: count, per: "action") {
          let store = store(count)
          let token = store.subscribe({ $0.numbers }) { blackHole($0) }
          return { withExtendedLifetime(token) { store.dispatch(.bump(5)) } }
        },
        BenchmarkCase("ValueStore.copyOfTheArray(\(count))", size: count, per: "copy") {
          let numbers = Array(0..<count)
          return {
            var copy = numbers
            copy[5] += 1
            blackHole(copy)
          }
        },
      ],
      ratios: [
        RatioClaim(
          "a changed element while the old state is held against one copy of the array",
          of: "ValueStore.changeWhileHeld(\(count))", to: "ValueStore.copyOfTheArray(\(count))",
          .atMost(1.2)),
        RatioClaim(
          "a changed element while its array is selected against one copy of the array",
          of: "ValueStore.changeWhileSelected(\(count))",
          to: "ValueStore.copyOfTheArray(\(count))", .atMost(1.3)),
      ])
  }
}
