internal import Foundation
internal import ObjectGraph
internal import ReduxBenchmarks
internal import ReduxBridge
internal import ReduxSessions
internal import ReferenceRedux
internal import ValueRedux

/// The cost of a migration while it lasts.
@MainActor
enum BridgeCases {
  private static let burst = 10_000
  private static let logins = 500
  private static let hosted = 100_000

  static var groups: [BenchmarkGroup] {
    [stages, memory, leading, moving, comparing, sampling, hosting, hostingWhileHeld]
  }

  /// A case that dispatches many actions and waits for the last.
  static func dispatching(
    _ operation: String, _ count: Int, size: Int? = nil, of subject: String = "Bridge",
    _ action: @escaping @MainActor (Int) -> ShelfAction = { _ in .count },
    _ store: @escaping @MainActor () throws -> ReferenceStore<Shelf, ShelfAction>
  ) -> BenchmarkCase {
    let size = size ?? count
    return BenchmarkCase(
      "\(subject).\(operation)(\(size))", size: size, per: "action", unitsPerCall: count
    ) {
      let store = try store()
      return {
        for index in 0..<count { store.dispatch(action(index)) }
        store.flush()
      }
    }
  }

  /// A slice of one number, so that the cost of the bridge stands out; both sides also do some work.
  private static func counter(
    _ work: @escaping @Sendable () -> Void = {}
  ) -> StateSlice<Shelf, ShelfAction, Int> {
    StateSlice(
      "changes", projection: Projection(read: { $0.changes }, write: { $0.changes = $1 }),
      legacy: [
        { state, _ in
          work()
          state.changes += 1
        }
      ],
      reducer: counting(work))
  }

  private static func counting(
    _ work: @escaping @Sendable () -> Void = {}
  ) -> Reducer<Int, ShelfAction> {
    Reducer { changes, _ in
      work()
      changes += 1
    }
  }

  /// A store of its migration with slices at one stage.
  private static func store<Value>(
    _ stage: Stage, _ slices: [StateSlice<Shelf, ShelfAction, Value>], items: Int = 0,
    parity: ParityOptions<ShelfAction> = ParityOptions(),
    _ blocks: [ReduceBlock<Shelf, ShelfAction>] = []
  ) throws -> MigrationStore<Shelf, ShelfAction> {
    let store = MigrationStore(
      state: Shelf(items), entries: slices.map { .slice($0) } + [.blocks(blocks)], parity: parity)
    for slice in slices {
      try store.setStage(stage, of: slice, overridingGateBecause: "a measurement needs no evidence")
    }
    return store
  }

  private static var stages: BenchmarkGroup {
    BenchmarkGroup(
      "stages of a slice",
      cases: [
        dispatching("bareStore", burst) {
          ReferenceStore(state: Shelf(0), reducers: counter().legacy)
        },
        dispatching("legacy", burst) { try store(.legacy, [counter()]) },
        many("ignoring", 50, .shadow, changed: 1),
        dispatching("reducerAsBlock", burst) {
          let reducer = counting()
          // A property that is accessed during a call is checked for exclusive access at run time, in
          // every other case of this program, too. So the block works on a copy.
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
        dispatching("migrated", burst) { try store(.migrated, [counter()]) },
      ],
      ratios: [
        RatioClaim(
          "a slice at stage legacy against the bare store", of: "Bridge.legacy(\(burst))",
          to: "Bridge.bareStore(\(burst))", .atMost(1.2)),
        RatioClaim(
          "50 slices at shadow, an action that 49 ignore, per slice, against the bare store",
          of: "Bridge.ignoring(50)", to: "Bridge.bareStore(\(burst))", .reported),
        RatioClaim(
          "a migrated slice against its reducer as a reduce block",
          of: "Bridge.migrated(\(burst))", to: "Bridge.reducerAsBlock(\(burst))", .atMost(1.3)),
      ])
  }

  /// Memory that grows with slices and types of actions, and a file that grows with actions.
  private static var memory: BenchmarkGroup {
    BenchmarkGroup(
      "memory of a migration",
      trials: [
        Trial("bytes of a slice at stage legacy", unit: "bytes", .atMost(2_760)) {
          let entries = slices(10_000).map { MigrationEntry.slice($0) }
          let rise = PeakMemory.rise {
            let store = MigrationStore(state: Shelf(0), entries: entries)
            // The first action composes the blocks.
            store.dispatch(.count)
            store.flush()
            return store
          }
          return rise.map { Double($0) / 10_000 }
        }
      ]
        + [.shadow, .lead, .migrated].map { (stage: Stage) in
          let count = 200
          return Trial("bytes of a slice at stage \(stage.rawValue)", unit: "bytes", .reported) {
            let slices = slices(count)
            let rise = try PeakMemory.rise { try store(stage, slices, items: count) }
            return rise.map { Double($0) / Double(count) }
          }
        } + [
          Trial("bytes of 1,000 types of actions in a ledger", unit: "bytes", .reported) {
            try ledgerRise(after: 0)
          },
          Trial("bytes of 10,000 further actions of known types", unit: "bytes", .reported) {
            try ledgerRise(after: 1_000)
          },
          Trial("bytes of an action in a recording", unit: "bytes", .reported) {
            let file = FileManager.default.temporaryDirectory.appendingPathComponent(
              "\(UUID()).jsonl")
            defer { try? FileManager.default.removeItem(at: file) }
            let store = try store(.shadow, [counter()])
            let recorder = try SessionRecorder(of: store, to: file)
            func size(after actions: Int) throws -> Int {
              for index in 0..<actions { store.dispatch(.toggle(index)) }
              try recorder.flush()
              return try Data(contentsOf: file).count
            }
            let before = try size(after: 1)
            let bytes = Double(try size(after: 1_000) - before) / 1_000
            try recorder.stop()
            return bytes
          },
        ])
  }

  /// The bytes that 1,000 actions of a type each take, or 10,000 after they were.
  private static func ledgerRise(after known: Int) throws -> Double? {
    let parity = ParityOptions<ShelfAction>(actionType: { action in
      if case .toggle(let index) = action { "type \(index % 1_000)" } else { "count" }
    })
    let store = try store(.shadow, [counter()], parity: parity)
    func dispatch(_ count: Int) {
      for index in 0..<count {
        store.dispatch(.toggle(index))
        // So that few actions wait at a time.
        if index % 100 == 99 { store.flush() }
      }
    }
    dispatch(known)
    return PeakMemory.rise { dispatch(known == 0 ? 1_000 : 10_000) }.map(Double.init)
  }

  /// Slices of one number each, of which an action changes the first so many.
  private static func slices(
    _ count: Int, changed: Int = 0
  ) -> [StateSlice<Shelf, ShelfAction, Int>] {
    (0..<count).map { index in
      StateSlice(
        "item \(index)",
        projection: Projection(read: { $0.items[index].id }, write: { $0.items[index].id = $1 }),
        legacy: [{ state, _ in if index < changed { state.items[index].id += 1 } }],
        reducer: Reducer { id, _ in if index < changed { id += 1 } })
    }
  }

  /// A case of many such slices at one stage.
  private static func many(
    _ operation: String, _ count: Int, _ stage: Stage, changed: Int
  ) -> BenchmarkCase {
    let actions = 20
    return BenchmarkCase(
      "Bridge.\(operation)(\(count))", size: count, per: "action and slice",
      unitsPerCall: actions * count
    ) {
      let store = try store(stage, slices(count, changed: changed), items: count)
      return {
        for _ in 0..<actions { store.dispatch(.count) }
        store.flush()
      }
    }
  }

  /// Slices at stage `lead`, all of which take every action.
  private static var leading: BenchmarkGroup {
    BenchmarkGroup(
      "200 slices at lead, per slice, against 8",
      of: many("leading", 200, .lead, changed: 200), to: many("leading", 8, .lead, changed: 8),
      .atMost(1.3))
  }

  /// Each slice moves to `shadow` and back, and an action follows, for which the blocks are composed.
  private static var moving: BenchmarkGroup {
    func moves(_ count: Int) -> BenchmarkCase {
      BenchmarkCase("Bridge.moves(\(count))", size: count, per: "move", unitsPerCall: 2 * count) {
        let slices = slices(count)
        let store = try store(.legacy, slices, items: count)
        return {
          for slice in slices { try store.setStage(.shadow, of: slice) }
          for slice in slices { try store.setStage(.legacy, of: slice) }
          store.dispatch(.count)
          store.flush()
        }
      }
    }
    return BenchmarkGroup(
      "moving 200 slices, per slice, against 8", of: moves(200), to: moves(8), .atMost(2))
  }

  nonisolated private static var list: StateSlice<Shelf, ShelfAction, [Login]> {
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
      reducer: toggling)
  }

  nonisolated private static let toggling = Reducer<[Login], ShelfAction> { logins, action in
    if case .toggle(let index) = action { logins[index].isDone.toggle() }
  }

  /// Both sides run, and every action is compared.
  private static var comparing: BenchmarkGroup {
    let stages = [Stage.shadow, .lead]
    let count = 250  // So many that the time in which the executor wakes up is no part of it.
    return BenchmarkGroup(
      "comparing both sides",
      cases: stages.map { stage in
        dispatching(stage.rawValue, count, size: logins) {
          .toggle($0)
        } _: {
          try store(stage, [list], items: logins)
        }
      } + [
        BenchmarkCase(
          "Bridge.bothSidesByHand(\(logins))", size: logins, per: "action", unitsPerCall: count
        ) {
          let state = Shelf(logins)
          let (slice, reducer) = (list, toggling)
          return {
            for index in 0..<count {
              let action = ShelfAction.toggle(index)
              var value = slice.projection.read(state)
              for block in slice.legacy { block(state, action) }
              reducer.reduce(&value, action)
              blackHole(slice.projection.read(state) == value)
            }
          }
        }
      ],
      ratios: stages.map { stage in
        RatioClaim(
          "stage \(stage.rawValue), every action compared, against both sides by hand",
          of: "Bridge.\(stage.rawValue)(\(logins))", to: "Bridge.bothSidesByHand(\(logins))",
          .atMost(1.3))
      })
  }

  /// Both sides take 10 µs, and one action in a hundred is compared.
  private static var sampling: BenchmarkGroup {
    let slice = counter { spin(for: .microseconds(10)) }
    return BenchmarkGroup(
      "one action in 100 compared, reducers of 10 µs, against the bare store",
      of: dispatching("sampledShadow", 1_000) {
        try store(.shadow, [slice], parity: ParityOptions(sampling: .oneIn(100)))
      },
      to: dispatching("bareStoreOfSlowReducers", 1_000) {
        ReferenceStore(state: Shelf(0), reducers: slice.legacy)
      },
      .atMost(1.3))
  }

  /// Reduce blocks in a value store, over `CopyOnWrite`.
  private static func host() -> ValueStore<CopyOnWrite<Shelf>, ShelfAction> {
    ValueStore(
      initialState: CopyOnWrite(Shelf(hosted)),
      reducer: Reducer { state, action in
        do {
          try state.mutate { ShelfAction.block($0, action) }
        } catch {
          fatalError("A shelf can always be copied: \(error)")
        }
      })
  }

  private static var hosting: BenchmarkGroup {
    BenchmarkGroup(
      "reduce blocks over CopyOnWrite, held once, against an inout reducer",
      of: BenchmarkCase("Bridge.hostedBlocks(\(hosted))", size: hosted, per: "action") {
        let store = host()
        return { store.dispatch(.toggle(5)) }
      },
      to: BenchmarkCase("Bridge.inoutReducer(\(hosted))", size: hosted, per: "action") {
        let store = ValueStore(
          initialState: ShelfValue(hosted), reducer: Reducer(ShelfAction.reduce))
        return { store.dispatch(.toggle(5)) }
      },
      .atMost(1.5))
  }

  private static var hostingWhileHeld: BenchmarkGroup {
    BenchmarkGroup(
      "reduce blocks over CopyOnWrite, old state held, against one copy",
      of: BenchmarkCase(
        "Bridge.hostedBlocksWhileHeld(\(hosted))", size: hosted, per: "action", isSlow: true
      ) {
        let store = host()
        return {
          let old = store.state
          store.dispatch(.toggle(5))
          blackHole(old)
        }
      },
      to: BenchmarkCase(
        "Bridge.copyOfTheHostedState(\(hosted))", size: hosted, per: "copy", isSlow: true
      ) {
        let state = Shelf(hosted)
        return { try Graph.copy(state) }
      },
      .atMost(1.4))
  }
}
