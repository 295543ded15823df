internal import ReduxBenchmarks
internal import ReduxBridge
internal import ReferenceRedux
internal import ValueRedux

extension BridgeCases {
  private static let logins = 500
  private static let compared = 100

  private static var list: StateSlice<Shelf, ShelfAction, [Login]> {
    StateSlice(
      "items",
      projection: Projection(
        read: { $0.items.map { Login($0) } },
        write: { state, logins in state.items = logins.map { Item($0) } }),
      legacy: [
        { state, action in
          if case .toggle(let index) = action { state.items[index].isDone.toggle() }
        }
      ],
      reducer: Reducer { logins, action in
        if case .toggle(let index) = action { logins[index].isDone.toggle() }
      })
  }

  /// Both sides run and are compared on every action.
  static var comparing: BenchmarkGroup {
    func staged(_ stage: Stage) -> BenchmarkCase {
      BenchmarkCase(
        "Bridge.\(stage.rawValue)(\(logins))", size: logins, per: "action", unitsPerCall: compared
      ) {
        let store = MigrationStore(state: Shelf(logins), entries: [.slice(list)])
        let reason = "nothing is at stake in a measurement"
        try store.setStage(stage, of: list, overridingGateBecause: reason)
        return {
          for index in 0..<compared { store.dispatch(.toggle(index)) }
          store.flush()
        }
      }
    }
    let byHand = "Bridge.bothSidesByHand(\(logins))"
    return BenchmarkGroup(
      "comparing both sides",
      cases: [
        staged(.shadow), staged(.lead),
        BenchmarkCase(byHand, size: logins, per: "action", unitsPerCall: compared) {
          let state = Shelf(logins)
          let slice = list
          return {
            for index in 0..<compared {
              let action = ShelfAction.toggle(index)
              var value = slice.projection.read(state)
              for block in slice.legacy { block(state, action) }
              slice.reducer.reduce(&value, action)
              blackHole(slice.projection.read(state) == value)
            }
          }
        },
      ],
      ratios: [Stage.shadow, .lead].map { stage in
        RatioClaim(
          "stage \(stage.rawValue), every action compared, against both sides by hand",
          of: "Bridge.\(stage.rawValue)(\(logins))", to: "\(byHand)", .atMost(1.3))
      })
  }

  /// Both sides take 10 µs, and one action in a hundred is compared.
  static var sampling: BenchmarkGroup {
    let slow: @Sendable () -> Void = { Spinning.spin(for: .microseconds(10)) }
    let slice = StateSlice<Shelf, ShelfAction, Int>(
      "changes", projection: Projection(read: { $0.changes }, write: { $0.changes = $1 }),
      legacy: [
        { state, _ in
          slow()
          state.changes += 1
        }
      ],
      reducer: Reducer { changes, _ in
        slow()
        changes += 1
      })
    let count = 1_000
    func burst(
      _ name: String, _ make: @escaping @MainActor () throws -> ReferenceStore<Shelf, ShelfAction>
    ) -> BenchmarkCase {
      BenchmarkCase(name, size: count, per: "action", unitsPerCall: count) {
        let store = try make()
        return {
          for _ in 0..<count { store.dispatch(.count) }
          store.flush()
        }
      }
    }
    return BenchmarkGroup(
      "sampling slow reducers",
      cases: [
        burst("Bridge.bareStoreOfSlowReducers(\(count))") {
          ReferenceStore(state: Shelf(0), reducers: slice.legacy)
        },
        burst("Bridge.sampledShadow(\(count))") {
          let store = MigrationStore(
            state: Shelf(0), entries: [.slice(slice)],
            parity: ParityOptions(sampling: .oneIn(100)))
          try store.setStage(.shadow, of: slice)
          return store
        },
      ],
      ratios: [
        RatioClaim(
          "one action in 100 compared, reducers of 10 µs, against the bare store",
          of: "Bridge.sampledShadow(\(count))", to: "Bridge.bareStoreOfSlowReducers(\(count))",
          .atMost(1.3))
      ])
  }
}
