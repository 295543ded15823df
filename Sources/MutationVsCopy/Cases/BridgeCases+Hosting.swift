internal import ObjectGraph
internal import ReduxBenchmarks
internal import ValueRedux

extension BridgeCases {
  private static let hosted = 100_000

  /// Reduce blocks inside a value store, over `CopyOnWrite`.
  private static func host(_ count: Int) -> ValueStore<CopyOnWrite<Shelf>, ShelfAction> {
    ValueStore(initialState: CopyOnWrite(Shelf(count))) { state, action in
      do {
        try state.mutate { ShelfAction.block($0, action) }
      } catch {
        fatalError("the state of this case can always be copied: \(error)")
      }
    }
  }

  static var hosting: BenchmarkGroup {
    BenchmarkGroup(
      "reduce blocks in the value store",
      cases: [
        BenchmarkCase("Bridge.hostedBlocks(\(hosted))", size: hosted, per: "action") {
          let store = host(hosted)
          return { store.dispatch(.toggle(5)) }
        },
        BenchmarkCase("Bridge.inoutReducer(\(hosted))", size: hosted, per: "action") {
          let store = ValueStore(
            initialState: ShelfValue(hosted), reducer: Reducer(ShelfAction.reduce))
          return { store.dispatch(.toggle(5)) }
        },
      ],
      ratios: [
        RatioClaim(
          "reduce blocks over CopyOnWrite, held once, against an inout reducer",
          of: "Bridge.hostedBlocks(\(hosted))", to: "Bridge.inoutReducer(\(hosted))",
          .atMost(1.5))
      ])
  }

  static var hostingWhileHeld: BenchmarkGroup {
    BenchmarkGroup(
      "reduce blocks in the value store, old state held",
      cases: [
        BenchmarkCase(
          "Bridge.hostedBlocksWhileHeld(\(hosted))", size: hosted, per: "action", isSlow: true
        ) {
          let store = host(hosted)
          return {
            let old = store.state
            store.dispatch(.toggle(5))
            blackHole(old)
          }
        },
        BenchmarkCase(
          "Bridge.copyOfTheHostedState(\(hosted))", size: hosted, per: "copy", isSlow: true
        ) {
          let state = Shelf(hosted)
          return { try Graph.copy(state) }
        },
      ],
      ratios: [
        RatioClaim(
          "reduce blocks over CopyOnWrite, old state held, against one copy",
          of: "Bridge.hostedBlocksWhileHeld(\(hosted))",
          to: "Bridge.copyOfTheHostedState(\(hosted))", .atMost(1.2))
      ])
  }
}
