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

  @Test func aReadSeesTheStateAfterTheActionInProgressAndBeforeAllPendingOnes() async throws {
    let (isReducing, mayGoOn) = (LegacyGate(patience: 300), LegacyGate(patience: 300))
    let store = LegacyReferenceStore(state: LegacyState()) { state, action in
      state.left += 1
      if action.name == "first" {
        isReducing.open()
        _ = mayGoOn.wait()
      }
      state.right += 1
    }
    store.dispatch(LegacyAction("first"))
    for number in 0..<1_000 { store.dispatch(LegacyAction("pending", number)) }
    #expect(try await onThread { isReducing.wait() })
    async let read = onThread { store.readBetweenActions { [$0.left, $0.right] } }
    try await onThread {
      while !store.progress.withLock({ $0.access.isAwaited }) { sched_yield() }
    }
    mayGoOn.open()
    #expect(try await read == [1, 1])
    #expect(store.read { $0.left } == 1_001)
  }
}
