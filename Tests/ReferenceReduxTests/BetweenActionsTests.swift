import Foundation
import StoreContract
import Testing

@testable import ReferenceRedux

/// Reads that do not wait for the backlog.
@Suite("Reading between actions", .timeLimit(.minutes(15)))
struct BetweenActionsTests {
  @Test func anIdleStoreIsReadAtOnceOnTheCallingThread() throws {
    struct Refusal: Error {}
    let store = countingStore()
    store.dispatch(LegacyAction("one"))
    store.flush()
    let caller = pthread_self().hashValue
    #expect(store.readBetweenActions { _ in pthread_self().hashValue } == caller)
    #expect(store.readBetweenActions { $0.left } == 1)
    #expect(throws: Refusal.self) { try store.readBetweenActions { _ in throw Refusal() } }
    #expect(store.read { $0.left } == 1)
    #expect(store.statistics.copiesMade == 0)
  }

  @Test func aReadSeesTheStateAfterTheActionInProgressAndAtMostOneMore() async throws {
    let (isReducing, mayGoOn) = (LegacyGate(patience: 300), LegacyGate(patience: 300))
    let store = LegacyReferenceStore(state: LegacyState()) { state, action in
      state.left += 1
      if action.name == "first" {
        isReducing.open()
        _ = mayGoOn.wait()
      }
      state.right += 1
    }
    // All of them in one batch: after the last of a batch, access passes on without an action.
    store.queue.async { _ = mayGoOn.wait() }
    for number in 0...1_000 { store.dispatch(LegacyAction(number == 0 ? "first" : "pending")) }
    mayGoOn.open()
    #expect(try await onThread { isReducing.wait() })
    let (reads, mayEnd) = (LegacyRecorder<[Int]>(), LegacyGate(patience: 300))
    for number in 0..<20 {
      Thread {
        store.readBetweenActions {
          reads.record([$0.left, $0.right])
          _ = mayEnd.wait()
        }
      }.start()
      // The first waits for an action, the others for the executor, which waits for the read before.
      try await onThread {
        while store.progress.withLock({ $0.access.waiters.count }) <= min(number, 1) {
          sched_yield()
        }
        if number == 0 { mayGoOn.open() } else { mayEnd.open() }
        while reads.values.count <= number { sched_yield() }
      }
    }
    mayEnd.open()
    #expect(store.read { $0.left } == 1_001)
    #expect(reads.values == (1...20).map { [$0, $0] })
  }
}
