internal import Dispatch
internal import Foundation
internal import ObjectGraph
internal import ReduxBenchmarks
internal import ReferenceRedux

/// The cost that the class store adds to its reduce blocks, and the cost of reading from it.
@MainActor
enum ReferenceStoreCases {
  private static let burst = 10_000

  static var groups: [BenchmarkGroup] { [dispatching, producing, reading, snapshots, notifying] }

  private static func store(_ count: Int) -> ReferenceStore<Shelf, ShelfAction> {
    ReferenceStore(state: Shelf(count), reducers: [ShelfAction.block])
  }

  private static var dispatching: BenchmarkGroup {
    BenchmarkGroup(
      "a burst of 10,000 actions against one queue item per action",
      of: BenchmarkCase(
        "ReferenceStore.queueItemPerAction(\(burst))", size: burst, per: "action",
        unitsPerCall: burst
      ) {
        let store = QueueItemStore(state: Shelf(0), blocks: [ShelfAction.block])
        return {
          for _ in 0..<burst { store.dispatch(.count) }
          store.flush()
        }
      },
      to: BridgeCases.dispatching("burst", burst, of: "ReferenceStore") { store(0) },
      .atLeast(4))
  }

  /// The same number of actions from one thread and from two at the same time.
  private static var producing: BenchmarkGroup {
    let count = 10 * burst
    func producers(_ producers: Int) -> BenchmarkCase {
      BenchmarkCase(
        "ReferenceStore.producers(\(producers))", size: producers, per: "action",
        unitsPerCall: count
      ) {
        let store = store(0)
        return {
          DispatchQueue.concurrentPerform(iterations: producers) { _ in
            for _ in 0..<count / producers { store.dispatch(.count) }
          }
          store.flush()
        }
      }
    }
    // On fewer processors, the producers and the reducing thread take turns.
    let bound = ProcessInfo.processInfo.activeProcessorCount < 4 ? Bound.reported : .atMost(1.5)
    return BenchmarkGroup(
      "actions of two producers against one", of: producers(2), to: producers(1), bound)
  }

  private static var reading: BenchmarkGroup {
    BenchmarkGroup(
      "reading from the class store",
      cases: [
        BenchmarkCase("ReferenceStore.read(1000)", size: 1_000, per: "read") {
          let store = store(1_000)
          return { store.read { $0.changes } }
        },
        BenchmarkCase("ReferenceStore.currentState(1000)", size: 1_000, per: "read") {
          let store = store(1_000)
          return { try store.currentState() }
        },
        BenchmarkCase("ReferenceStore.copyOfTheSameState(1000)", size: 1_000, per: "copy") {
          let state = Shelf(1_000)
          return { try Graph.copy(state) }
        },
      ],
      ratios: [
        RatioClaim(
          "read of one field against currentState of 1,000 items",
          of: "ReferenceStore.currentState(1000)", to: "ReferenceStore.read(1000)",
          .atLeast(1_000)),
        RatioClaim(
          "currentState of an idle store against a copy of the same state",
          of: "ReferenceStore.currentState(1000)",
          to: "ReferenceStore.copyOfTheSameState(1000)", .atMost(1.2)),
      ],
      trials: [
        Trial(
          "actions that begin during a read between actions that waits, in 99 % of 1,000",
          unit: "actions", .atMost(2), repetitions: 1
        ) { await actionsDuringReads(1_000) }
      ])
  }

  /// A reader after a change in one of eight lists: it gets a copy of all, or the one list as values.
  private static var snapshots: BenchmarkGroup {
    func reading<List: Codable & SendableMetatype, Result>(
      _ operation: String, _ list: @escaping @Sendable () -> List,
      _ change: @escaping @Sendable (List) -> Void,
      _ read: @escaping @MainActor (ReferenceStore<Lists<List>, ShelfAction>) throws -> Result
    ) -> BenchmarkCase {
      BenchmarkCase("ReferenceStore.\(operation)(8)", size: 8, per: "change and read") {
        let store = ReferenceStore<Lists<List>, ShelfAction>(
          state: Lists(8, list), reducers: [{ state, _ in change(state.lists[0]) }])
        return {
          store.dispatch(.count)
          return try read(store)
        }
      }
    }
    let change = { @Sendable (shelf: Shelf) in shelf.items[0].isDone.toggle() }
    let (all, one) = ("ReferenceStore.snapshotOfLists(8)", "ReferenceStore.changedListAlone(8)")
    return BenchmarkGroup(
      "snapshots of eight lists of 1,000 objects, one changed",
      cases: [
        reading("snapshotOfLists", { Shelf(1_000) }, change) { try $0.currentState() },
        reading("changedListAlone", { Shelf(1_000) }, change) { store in
          store.read { $0.lists[0].items.map { Login($0) } }
        },
        reading("snapshotOfMarkedLists", { MarkedShelf(1_000) }) {
          $0.items[0].isDone.toggle()
        } _: {
          try $0.currentState()
        },
      ],
      ratios: [
        RatioClaim(
          "a snapshot of eight lists of objects against a read of the changed one",
          of: all, to: one, .reported),
        RatioClaim(
          "a snapshot of eight lists of objects against lists of marked values",
          of: all, to: "ReferenceStore.snapshotOfMarkedLists(8)", .reported),
      ])
  }

  /// How many actions begin before a read has access while other threads dispatch without a pause: the
  /// number that 99 % of the reads do not exceed.
  ///
  /// A read that is requested while no action is in progress does not count: it may not have to wait.
  private static func actionsDuringReads(_ reads: Int) async -> Double {
    let count = Locked((begun: 0, ended: 0))
    let store = ReferenceStore<Shelf, ShelfAction>(
      state: Shelf(0),
      reducers: [
        { _, _ in count.withLock { $0.begun += 1 } },
        // Long enough that most reads find an action in progress.
        { _, _ in spin(for: .microseconds(2)) },
        { _, _ in count.withLock { $0.ended += 1 } },
      ])
    let isOver = Locked(false)
    // While one writer waits for its actions, those of the other are pending.
    let writers = (0..<2).map { _ in
      Task.detached {
        while !isOver.withLock({ $0 }) {
          for _ in 0..<20_000 { store.dispatch(.count) }
          await store.dispatchAndWait(.count)
        }
      }
    }
    while count.withLock({ $0.begun }) == 0 { await Task.yield() }
    var counts: [Int] = []
    while counts.count < reads {
      // Until the executor is awake: a read before that finds an action in progress only by bad luck.
      spin(for: .microseconds(100))
      let before = count.withLock { $0 }
      // Counted inside: the store goes on before the call returns.
      let after = store.readBetweenActions { _ in count.withLock { $0.begun } }
      if before.begun > before.ended { counts.append(after - before.begun) }
    }
    isOver.withLock { $0 = true }
    for writer in writers { await writer.value }
    return Double(counts.sorted()[reads - 1 - reads / 100])
  }

  private static var notifying: BenchmarkGroup {
    BenchmarkGroup(
      "notifications of the class store",
      trials: [
        Trial(
          "notifications for 10,000 actions while the main actor is busy", unit: "notifications",
          .exactly(1), repetitions: 5
        ) {
          let store = store(0)
          var notifications = 0
          let token = store.observe { _ in notifications += 1 }
          for _ in 0..<burst { store.dispatch(.count) }
          store.flush()
          await store.settle()
          token.cancel()
          return Double(notifications)
        },
        Trial(
          "notifications before the end of a batch of 100 slow reducers", unit: "notifications",
          .atLeast(1)
        ) {
          let store = ReferenceStore<Shelf, ShelfAction>(
            state: Shelf(0), reducers: [{ _, _ in spin(for: .milliseconds(1)) }])
          var early = 0
          let token = store.observe { if $0.actionsReduced < 100 { early += 1 } }
          for _ in 0..<99 { store.dispatch(.count) }
          await store.dispatchAndWait(.count)
          await store.settle()
          token.cancel()
          return Double(early)
        },
      ])
  }
}
