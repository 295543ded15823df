import Foundation
import ObjectGraph
import StoreContract
import Testing

@testable import ReferenceRedux

/// Orders of events that other suites reach by chance only.
@Suite("The executor", .timeLimit(.minutes(15)))
struct ExecutorTests {
  @Test func theMailboxSchedulesItsJobWhileItHoldsItsLock() async throws {
    let mailbox = Mailbox<LegacyState, Int>(limit: 10)
    let isOver = LegacyGate()
    for _ in 0..<50 {
      let log = LegacyRecorder<String>()
      mailbox.put(1) {
        let isStarted = LegacyGate()
        Thread {
          isStarted.open()
          mailbox.put(2) { log.record("scheduled twice") }
          log.record("put")
          isOver.open()
        }.start()
        _ = isStarted.wait()
        for _ in 0..<1_000 { sched_yield() }
        log.record("scheduled")
      }
      #expect(try await onThread { isOver.wait() })
      #expect(log.values == ["scheduled", "put"])
      var batch = mailbox.takeAll()
      #expect(batch.actions.count == 2)
      batch.reset()
    }
  }

  @Test func aWaiterIsResumedByTheTurnOfItsChangeOrByATurnInsideTheOneBefore() async {
    await withCheckedContinuation { waiter in
      var coalescer = NotificationCoalescer()
      _ = coalescer.requestTurn()
      coalescer.beginPosting()
      _ = coalescer.requestTurn()
      let waits = coalescer.wait(waiter)
      let early = coalescer.endPosting()
      #expect(waits && early.isEmpty)
      coalescer.beginPosting()
      let due = coalescer.endPosting()
      #expect(due.count == 1)
      waiter.resume()
    }
    // A run loop inside an observer takes the next turn before this one is over.
    let coalescer = Locked(NotificationCoalescer())
    coalescer.withLock {
      _ = $0.requestTurn()
      $0.beginPosting()
    }
    await withCheckedContinuation { first in
      let waits = coalescer.withLock { ($0.wait(first), $0.requestTurn()) }
      #expect(waits == (true, true))
      Task {
        await withCheckedContinuation { second in
          let (waits, waiters) = coalescer.withLock { coalescer in
            let waits = coalescer.wait(second)
            coalescer.beginPosting()
            return (waits, coalescer.endPosting())
          }
          #expect(waits && waiters.count == 2)
          waiters.forEach { $0.resume() }
        }
      }
    }
  }
}

/// Runs closures while it is encoded.
final class Curious: Codable {
  static let whileEncoding = LegacyRecorder<@Sendable () -> Void>()

  init() {}

  init(from decoder: any Decoder) throws {}

  func encode(to encoder: any Encoder) throws {
    for body in Self.whileEncoding.values { body() }
    var container = encoder.singleValueContainer()
    try container.encode(0)
  }
}
