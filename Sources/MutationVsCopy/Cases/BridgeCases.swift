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
  private static let reason = "a measurement needs no evidence"

  static var groups: [BenchmarkGroup] {
    [stages, comparing, sampling, recording, reading, hosting, hostingWhileHeld]
  }

  /// A case that dispatches many actions and waits for the last.
  private static func dispatching(
    _ operation: String, _ count: Int, size: Int? = nil,
    _ action: @escaping @MainActor (Int) -> ShelfAction = { _ in .count },
    _ store: @escaping @MainActor () throws -> ReferenceStore<Shelf, ShelfAction>
  ) -> BenchmarkCase {
    let size = size ?? count
    return BenchmarkCase(
      "Bridge.\(operation)(\(size))", size: size, per: "action", unitsPerCall: count
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

  private static var stages: BenchmarkGroup {
    BenchmarkGroup(
      "stages of a slice",
      cases: [
        dispatching("bareStore", burst) {
          ReferenceStore(state: Shelf(0), reducers: counter().legacy)
        },
        dispatching("legacy", burst) {
          MigrationStore(state: Shelf(0), entries: [.slice(counter())])
        },
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
        dispatching("migrated", burst) {
          let store = MigrationStore(state: Shelf(0), entries: [.slice(counter())])
          try store.setStage(.migrated, of: counter(), overridingGateBecause: reason)
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
    let count = 100
    return BenchmarkGroup(
      "comparing both sides",
      cases: stages.map { stage in
        dispatching(stage.rawValue, count, size: logins) {
          .toggle($0)
        } _: {
          let store = MigrationStore(state: Shelf(logins), entries: [.slice(list)])
          try store.setStage(stage, of: list, overridingGateBecause: reason)
          return store
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
    let count = 1_000
    let slice = counter { spin(for: .microseconds(10)) }
    return BenchmarkGroup(
      "sampling slow reducers",
      cases: [
        dispatching("bareStoreOfSlowReducers", count) {
          ReferenceStore(state: Shelf(0), reducers: slice.legacy)
        },
        dispatching("sampledShadow", count) {
          let store = MigrationStore(
            state: Shelf(0), entries: [.slice(slice)], parity: ParityOptions(sampling: .oneIn(100)))
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

  /// A recorder of a store whose reducers take 10 µs; its files go when the case does.
  private static var recording: BenchmarkGroup {
    let count = 1_000
    let slice = counter { spin(for: .microseconds(10)) }
    return BenchmarkGroup(
      "recording a session",
      cases: [
        dispatching("unrecorded", count) {
          ReferenceStore(state: Shelf(0), reducers: slice.legacy)
        },
        BenchmarkCase("Bridge.recorded(\(count))", size: count, per: "action", unitsPerCall: count)
        {
          let store = MigrationStore(state: Shelf(0), entries: [.slice(slice)])
          let recording = try RecordingInAFolder(of: store)
          return {
            for _ in 0..<count { store.dispatch(.count) }
            store.flush()
            withExtendedLifetime(recording) {}
          }
        },
      ],
      ratios: [
        RatioClaim(
          "a recorded session, reducers of 10 µs, against the bare store",
          of: "Bridge.recorded(\(count))", to: "Bridge.unrecorded(\(count))", .atMost(1.3))
      ])
  }

  /// A slice that reads the list: at each action, how many logins it has.
  private static let tally = StateSlice(
    "changes", reading: list,
    projection: Projection<Shelf, Int>(read: { $0.changes }, write: { $0.changes = $1 }),
    legacy: [{ state, _ in state.changes += state.items.count }],
    reducer: ReadingReducer { changes, logins, _ in changes += logins.count })

  /// What it costs that slices stand on different sides: a read per action, a write per change.
  private static var reading: BenchmarkGroup {
    let count = 100
    func store(
      _ list: Stage, _ blocks: [ReduceBlock<Shelf, ShelfAction>] = []
    ) throws -> MigrationStore<Shelf, ShelfAction> {
      let store = MigrationStore(
        state: Shelf(logins), entries: [.slice(Self.list), .slice(tally), .blocks(blocks)])
      try store.setStage(list, of: Self.list, overridingGateBecause: reason)
      try store.setStage(.migrated, of: tally, overridingGateBecause: reason)
      return store
    }
    func byHand(
      _ operation: String, _ work: @escaping (Shelf, [Login]) -> Void
    ) -> BenchmarkCase {
      BenchmarkCase(
        "Bridge.\(operation)(\(logins))", size: logins, per: "action", unitsPerCall: count
      ) {
        let state = Shelf(logins)
        let value = list.projection.read(state)
        return { for _ in 0..<count { work(state, value) } }
      }
    }
    return BenchmarkGroup(
      "slices that read each other",
      cases: [
        dispatching("readingObjects", count, size: logins) {
          .toggle($0)
        } _: {
          try store(.legacy)
        },
        dispatching("readingAValue", count, size: logins) {
          .toggle($0)
        } _: {
          try store(.migrated)
        },
        dispatching("besideABlock", count, size: logins) {
          .toggle($0)
        } _: {
          try store(.migrated, [{ state, _ in blackHole(state.changes) }])
        },
        byHand("projectionRead") { state, _ in blackHole(list.projection.read(state)) },
        byHand("projectionWrite") { state, value in list.projection.write(state, value) },
      ],
      ratios: [
        RatioClaim(
          "a slice that reads one in objects against a read of its projection",
          of: "Bridge.readingObjects(\(logins))", to: "Bridge.projectionRead(\(logins))",
          .atMost(1.5)),
        RatioClaim(
          "a change of a migrated slice beside a legacy block against a write of its projection",
          of: "Bridge.besideABlock(\(logins))", to: "Bridge.projectionWrite(\(logins))",
          .atMost(2.5)),
        RatioClaim(
          "a slice that reads a migrated one against a read of its projection",
          of: "Bridge.readingAValue(\(logins))", to: "Bridge.projectionRead(\(logins))",
          .atMost(0.5)),
      ])
  }

  /// Reduce blocks in a value store, over `CopyOnWrite`.
  private static func host() -> ValueStore<CopyOnWrite<Shelf>, ShelfAction> {
    ValueStore(initialState: CopyOnWrite(Shelf(hosted))) { state, action in
      do {
        try state.mutate { ShelfAction.block($0, action) }
      } catch {
        fatalError("A shelf can always be copied: \(error)")
      }
    }
  }

  private static var hosting: BenchmarkGroup {
    BenchmarkGroup(
      "reduce blocks in the value store",
      cases: [
        BenchmarkCase("Bridge.hostedBlocks(\(hosted))", size: hosted, per: "action") {
          let store = host()
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

  private static var hostingWhileHeld: BenchmarkGroup {
    BenchmarkGroup(
      "reduce blocks in the value store, old state held",
      cases: [
        BenchmarkCase(
          "Bridge.hostedBlocksWhileHeld(\(hosted))", size: hosted, per: "action", isSlow: true
        ) {
          let store = host()
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

/// A recorder whose folder is removed with it.
private final class RecordingInAFolder {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("recorded-\(UUID().uuidString)")
  private var recorder: SessionRecorder?

  init(of store: MigrationStore<Shelf, ShelfAction>) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    recorder = try SessionRecorder(of: store, to: folder.appendingPathComponent("session.jsonl"))
  }

  deinit {
    try? recorder?.stop()
    recorder = nil
    try? FileManager.default.removeItem(at: folder)
  }
}
