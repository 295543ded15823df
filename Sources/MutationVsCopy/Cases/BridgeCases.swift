internal import ReduxBenchmarks
internal import ReduxBridge
internal import ReferenceRedux
internal import ValueRedux

/// What a migration costs while it lasts.
@MainActor
enum BridgeCases {
  static let burst = 10_000

  static var groups: [BenchmarkGroup] { [stages, comparing, sampling, hosting, hostingWhileHeld] }

  /// A slice of one number, so that what the bridge adds stands out.
  private static var counter: StateSlice<Shelf, ShelfAction, Int> {
    StateSlice(
      "changes", projection: Projection(read: { $0.changes }, write: { $0.changes = $1 }),
      legacy: [{ state, _ in state.changes += 1 }],
      reducer: Reducer { changes, _ in changes += 1 })
  }

  private static func burst(
    _ name: String, _ store: @escaping @MainActor () throws -> ReferenceStore<Shelf, ShelfAction>
  ) -> BenchmarkCase {
    BenchmarkCase(name, size: burst, per: "action", unitsPerCall: burst) {
      let store = try store()
      return {
        for _ in 0..<burst { store.dispatch(.count) }
        store.flush()
      }
    }
  }

  private static var stages: BenchmarkGroup {
    BenchmarkGroup(
      "stages of a slice",
      cases: [
        burst("Bridge.bareStore(\(burst))") {
          ReferenceStore(state: Shelf(0), reducers: counter.legacy)
        },
        burst("Bridge.legacy(\(burst))") {
          MigrationStore(state: Shelf(0), entries: [.slice(counter)])
        },
        burst("Bridge.reducerAsBlock(\(burst))") {
          let reducer = counter.reducer
          // Held open across a call, the property would be checked at run time wherever this program
          // touches it, in the other cases too.
          return ReferenceStore(
            state: Shelf(0),
            reducers: [
              { state, action in
                var changes = state.changes
                reducer.reduce(&changes, action)
                state.changes = changes
              }
            ])
        },
        burst("Bridge.migrated(\(burst))") {
          let store = MigrationStore(state: Shelf(0), entries: [.slice(counter)])
          let reason = "nothing is at stake in a measurement"
          try store.setStage(.migrated, of: counter, overridingGateBecause: reason)
          return store
        },
      ],
      ratios: [
        RatioClaim(
          "a slice at stage legacy against the bare store", of: "Bridge.legacy(\(burst))",
          to: "Bridge.bareStore(\(burst))", .atMost(1.2)),
        RatioClaim(
          "a migrated slice against its reducer as a reduce block",
          of: "Bridge.migrated(\(burst))", to: "Bridge.reducerAsBlock(\(burst))", .atMost(1.3)),
      ])
  }
}
