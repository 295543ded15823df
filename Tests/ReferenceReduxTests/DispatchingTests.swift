import Foundation
import ReferenceRedux
import StoreContract
import Testing

@Suite("Dispatching", .timeLimit(.minutes(15)))
struct DispatchingTests {
  /// A store that records the numbers of its actions, and ends the process where too many are pending.
  private static func loggingStore(
    _ log: LegacyRecorder<Int>, limit: Int, pending: Int
  ) -> LegacyReferenceStore {
    let configuration = StoreConfiguration { $0.pendingLimit = limit }
    let own = LegacyRecorder<LegacyReferenceStore>()
    let store = LegacyReferenceStore(state: LegacyState(), configuration: configuration) {
      log.record($1.number)
      precondition(own.values[0].statistics.actionsPending <= pending)
    }
    own.record(store)
    return store
  }

  @Test func aLongSequenceIsReducedInOrderWithABoundedBacklog() async {
    let log = LegacyRecorder<Int>()
    let store = Self.loggingStore(log, limit: 2_000, pending: 1_024)
    await store.dispatchAndWait(contentsOf: (0..<10_000).lazy.map { LegacyAction("row", $0) })
    #expect(StoreConfiguration().pendingLimit == 10_000_000)
    #expect(log.values == Array(0..<10_000))
    await store.dispatchAndWait(contentsOf: EmptyCollection<LegacyAction>())
    #expect(store.statistics.actionsPending == 0)
  }

  /// A regression: each burst wrapped the closure of all blocks once more.
  @Test func blocksAreCalledAtTheSameDepthAfterManyBursts() async {
    let depths = LegacyRecorder<Int>()
    let store = LegacyReferenceStore(state: LegacyState(), configuration: StoreConfiguration()) {
      _, _ in depths.record(Thread.callStackReturnAddresses.count)
    }
    for number in 0..<40 { await store.dispatchAndWait(LegacyAction("row", number)) }
    #expect(depths.values[39] < depths.values[0] + 30, "\(depths.values)")
  }

  @Test(arguments: [1, 8])
  func producersThatAwaitWaitForRoomInASmallMailbox(limit: Int) async {
    await #expect(processExitsWith: .success) { [limit] in
      let log = LegacyRecorder<Int>()
      // As many wait in the mailbox as the executor took from it.
      let store = Self.loggingStore(log, limit: limit, pending: 2 * limit)
      await withTaskGroup(of: Void.self) { group in
        for task in 0..<4 {
          group.addTask {
            let numbers = (0..<500).lazy.map { LegacyAction("row", 10_000 * task + $0) }
            await store.dispatchAndWait(contentsOf: numbers)
          }
          group.addTask {
            for number in 500..<600 {
              await store.dispatchAndWait(LegacyAction("one", 10_000 * (task + 4) + number))
            }
          }
        }
      }
      precondition(log.values.count == 2_400)
      for task in 0..<8 {
        let own = log.values.filter { $0 / 10_000 == task }
        precondition(own == own.sorted() && Set(own).count == (task < 4 ? 500 : 100))
      }
      precondition(store.statistics.actionsPending == 0)
    }
  }
}
