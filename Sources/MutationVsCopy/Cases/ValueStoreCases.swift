internal import ReduxBenchmarks
internal import ValueRedux

/// The cost that the value store adds to its reducer, and the cost of its subscribers.
@MainActor
enum ValueStoreCases {
  static var groups: [BenchmarkGroup] {
    [
      dispatching("dispatch", "dispatch", .tick, with: 0, .atMost(2)),
      dispatching("dispatch of a payload", "dispatchPayload", .bump(5), with: 0, .atMost(1.4)),
      dispatching(
        "dispatch with 100 unchanged subscribers", "dispatchUnchanged", .tick, with: 100,
        .atMost(0.6)),
      dispatching(
        "dispatch with 100 changed subscribers", "dispatchChanged", .tick, with: 100,
        isChanged: true, .atMost(1.3)),
      middlewares, changing, holding,
    ]
  }

  private static func store(
    _ count: Int = 10, middlewares: [Middleware<Board, BoardAction>] = []
  ) -> ValueStore<Board, BoardAction> {
    ValueStore(
      initialState: Board(count), reducer: Reducer { BoardAction.reduce(&$0, $1) },
      middlewares: middlewares)
  }

  private static var held: [SubscriptionToken] = []

  /// A store against the floor, with subscribers that select a number that changes, or a title.
  ///
  /// A hundred actions per call, since a call of the harness takes longer than an action.
  private static func dispatching(
    _ title: String, _ name: String, _ action: BoardAction, with subscribers: Int,
    isChanged: Bool = false, _ bound: Bound
  ) -> BenchmarkGroup {
    func item(
      _ side: String, _ setup: @escaping @MainActor () -> @MainActor () -> Void
    ) -> BenchmarkCase {
      BenchmarkCase(
        "\(side).\(name)(\(subscribers))", size: subscribers, per: "action",
        unitsPerCall: 100, setup: setup)
    }
    return BenchmarkGroup(
      "\(title) against the floor",
      of: item("ValueStore") {
        let store = store()
        held = (0..<subscribers).map { _ in
          isChanged
            ? store.subscribe({ $0.ticks }) { blackHole($0) }
            : store.subscribe({ $0.title }) { blackHole($0) }
        }
        return { for _ in 0..<100 { store.dispatch(action) } }
      },
      to: item("Floor") {
        let store = FloorStore()
        for _ in 0..<subscribers {
          isChanged
            ? store.subscribe({ $0.ticks }) { blackHole($0) }
            : store.subscribe({ $0.title }) { blackHole($0) }
        }
        return { for _ in 0..<100 { store.dispatch(action) } }
      },
      bound)
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
