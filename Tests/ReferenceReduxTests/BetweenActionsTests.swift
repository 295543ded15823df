import Dispatch
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

  /// Counted in actions, so the speed of the machine plays no part.
  ///
  /// The action that begins before the store has noticed the reader, and the next one. A thread that
  /// loses its processor right before it asks lets more begin, hence the share.
  @Test func atMostTwoActionsBeginDuringARead() async throws {
    let reads = isThreadSanitized ? 200 : 400
    let begun = Locked(0)
    let store = LegacyReferenceStore(state: LegacyState()) { state, _ in
      begun.withLock { $0 += 1 }
      state.left += 1
      // Long compared to a lock, and short compared to a turn of the scheduler.
      let end = DispatchTime.now().uptimeNanoseconds + 20_000
      while DispatchTime.now().uptimeNanoseconds < end {}
      state.right += 1
    }
    let isOver = Locked(false)
    let writer = Task {
      try await onThread {
        while !isOver.withLock({ $0 }) {
          if store.statistics.actionsPending < 1_000 { store.dispatch(LegacyAction("write")) }
        }
      }
    }
    let (seen, torn) = try await onThread {
      while begun.withLock({ $0 }) < 100 { sched_yield() }
      var seen: [Int] = []
      var torn = 0
      for _ in 0..<reads {
        let before = begun.withLock { $0 }
        let (left, right) = store.readBetweenActions { Pair($0.left, $0.right) }.both
        if left != right { torn += 1 }
        seen.append(left - before)
      }
      return (seen.sorted(), torn)
    }
    isOver.withLock { $0 = true }
    try await writer.value
    #expect(torn == 0)
    // Half of them: how long the others wait for the lock is up to the scheduler of a busy machine. A
    // reader that waits behind what is pending sees hundreds each time.
    #expect(seen[seen.count / 2] <= 2, "\(seen.suffix(20))")
    #expect(seen[0] >= 0)
  }
}

private struct Pair: Sendable {
  let both: (Int, Int)

  init(_ one: Int, _ other: Int) { both = (one, other) }
}
