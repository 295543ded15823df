internal import ReduxBenchmarks
internal import ReferenceRedux
internal import ValueRedux

/// The cost of subscriptions of each form, of ending them, and of ways to the value store.
@MainActor
enum SubscriptionCases {
  static var groups: [BenchmarkGroup] {
    [unchanged, ending, combining, entering]
  }

  private static func store() -> ValueStore<Board, BoardAction> {
    ValueStore(initialState: Board(10), reducer: Reducer { BoardAction.reduce(&$0, $1) })
  }

  private final class TitleSubscriber: StoreSubscriber {
    func newState(state: String) { blackHole(state) }
  }

  /// The time of an action while a store has 100 subscriptions, each held by what it returns.
  ///
  /// Inlined, so that the store is specialized for its state.
  @inline(__always)
  private static func holding<Padding, Subscription>(
    _ operation: String, on state: @escaping @MainActor @autoclosure () -> Padded<Padding>,
    _ subscribe: @escaping @MainActor (ValueStore<Padded<Padding>, BoardAction>) -> Subscription
  ) -> BenchmarkCase {
    BenchmarkCase("ValueStore.\(operation)(100)", size: 100, per: "action") {
      let store = ValueStore<_, BoardAction>(
        initialState: state(), reducer: Reducer { state, _ in state.ticks += 1 })
      let subscriptions = (0..<100).map { _ in subscribe(store) }
      return { withExtendedLifetime(subscriptions) { store.dispatch(.tick) } }
    }
  }

  /// Four forms of 100 subscriptions to a title, which does not change; two with 4 KB of state, which is lent.
  private static var unchanged: BenchmarkGroup {
    func against(_ forms: String, _ operation: String, _ bound: Bound) -> RatioClaim {
      RatioClaim(
        "100 unchanged \(forms) against closures", of: "ValueStore.\(operation)(100)",
        to: "ValueStore.unchangedClosures(100)", bound)
    }
    return BenchmarkGroup(
      "forms of 100 subscriptions to the value store",
      cases: [
        holding("unchangedClosures", on: Board(10)) {
          $0.subscribe({ $0.title }) { blackHole($0) }
        },
        holding("unchangedSelections", on: Board(10)) {
          $0.subscribe(to: Selection { $0.title }) { blackHole($0) }
        },
        holding("unchangedKeyPaths", on: Board(10)) { $0.subscribe(\.title) { blackHole($0) } },
        holding("unchangedSubscribers", on: Board(10)) { store in
          let subscriber = TitleSubscriber()
          store.subscribe(subscriber, to: Selection(\.title))
          return subscriber
        },
        holding("unchangedWide", on: WideBoard()) { $0.subscribe({ $0.title }) { blackHole($0) } },
        holding("unchangedWideKeyPaths", on: WideBoard()) {
          $0.subscribe(\.title) { blackHole($0) }
        },
      ],
      ratios: [
        against("selections", "unchangedSelections", .atMost(1.3)),
        against("key paths", "unchangedKeyPaths", .atMost(1.5)),
        against("StoreSubscribers", "unchangedSubscribers", .atMost(1.5)),
        against("closures of 4 KB of state", "unchangedWide", .atMost(1.5)),
        against("key paths of 4 KB of state", "unchangedWideKeyPaths", .atMost(1.5)),
      ])
  }

  /// Subscribing and cancelling must not depend on how many other subscriptions there are.
  private static var ending: BenchmarkGroup {
    BenchmarkGroup(
      "ending subscriptions of the value store",
      cases: [10, 10_000].flatMap { count in
        [
          BenchmarkCase("ValueStore.subscribeAndCancel(\(count))", size: count, per: "pair") {
            let store = store()
            let tokens = (0..<count).map { _ in store.subscribe({ $0.title }) { blackHole($0) } }
            return {
              withExtendedLifetime(tokens) {
                store.subscribe({ $0.title }) { blackHole($0) }.cancel()
              }
            }
          },
          BenchmarkCase(
            "ValueStore.cancelAll(\(count))", size: count, per: "pair", unitsPerCall: count
          ) {
            let store = store()
            return {
              let tokens = (0..<count).map { _ in store.subscribe({ $0.title }) { blackHole($0) } }
              for token in tokens { token.cancel() }
            }
          },
        ]
      },
      ratios: [
        RatioClaim(
          "subscribing and cancelling with 10,000 present against 10",
          of: "ValueStore.subscribeAndCancel(10000)", to: "ValueStore.subscribeAndCancel(10)",
          .atMost(2)),
        RatioClaim(
          "subscribing and cancelling 10,000 against 10, per subscription",
          of: "ValueStore.cancelAll(10000)", to: "ValueStore.cancelAll(10)", .atMost(2)),
      ],
      trials: [
        Trial("bytes of a closure subscription", unit: "bytes", .atMost(255)) {
          let store = store()
          let captured = (0..<100_000).map { _ in TitleSubscriber() }
          let rise = PeakMemory.rise {
            captured.map { object in store.subscribe({ $0.ticks }) { _ in blackHole(object) } }
          }
          return rise.map { Double($0) / Double(captured.count) }
        }
      ])
  }

  struct Parts: Sendable, Equatable {
    var (a, b, c, d, e, f, g, h) = (0, 0, 0, 0, 0, 0, 0, 0)
  }

  /// Eight reducers of parts, scoped and combined, against one closure that calls them.
  private static var combining: BenchmarkGroup {
    let count: @Sendable (inout Int, BoardAction) -> Void = { count, action in
      if case .tick = action { count += 1 }
    }
    let part = Reducer(count)
    return BenchmarkGroup(
      "eight scoped reducers combined against closures written out",
      of: BenchmarkCase("Reducer.combine(8)", size: 8, per: "action") {
        let reducer = Reducer<Parts, BoardAction>.combine(
          part.scoped(to: \.a), part.scoped(to: \.b), part.scoped(to: \.c), part.scoped(to: \.d),
          part.scoped(to: \.e), part.scoped(to: \.f), part.scoped(to: \.g), part.scoped(to: \.h))
        var state = Parts()
        return { reducer.reduce(&state, .tick) }
      },
      to: BenchmarkCase("Reducer.writtenOut(8)", size: 8, per: "action") {
        let closures: [@Sendable (inout Parts, BoardAction) -> Void] = [
          { count(&$0.a, $1) }, { count(&$0.b, $1) }, { count(&$0.c, $1) },
          { count(&$0.d, $1) }, { count(&$0.e, $1) }, { count(&$0.f, $1) },
          { count(&$0.g, $1) }, { count(&$0.h, $1) },
        ]
        var state = Parts()
        return { for closure in closures { closure(&state, .tick) } }
      },
      .atMost(1.15))
  }

  private static var entering: BenchmarkGroup {
    BenchmarkGroup(
      "enqueueing to the value store",
      trials: [
        Trial(
          "bursts of 1,000 enqueued actions against those of the class store", unit: "ratio",
          .atMost(1.5), repetitions: 9
        ) {
          let values = store()
          let objects = ReferenceStore(state: Shelf(0), reducers: [ShelfAction.block])
          let clock = ContinuousClock()
          var (enqueued, dispatched) = (Duration.zero, Duration.zero)
          for _ in 0..<100 {
            var start = clock.now
            for _ in 0..<1000 { values.enqueue(.tick) }
            await values.settle()
            enqueued += clock.now - start
            start = clock.now
            for _ in 0..<1000 { objects.dispatch(.count) }
            objects.flush()
            dispatched += clock.now - start
          }
          return enqueued / dispatched
        }
      ])
  }
}
