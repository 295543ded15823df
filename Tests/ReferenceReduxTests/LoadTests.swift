import Foundation
import ReferenceRedux
import StoreContract
import Testing

@Suite("Under load", .timeLimit(.minutes(15)))
struct LoadTests {
  struct Load: Sendable, CustomTestStringConvertible {
    var producers = 8
    var actions: Int
    var testDescription: String { "\(producers) producers x \(actions) actions" }
  }

  /// The thread sanitizer reports a race where a wait does not order the two threads for it.
  @Test func whatWaitsSeesWhatTheBlocksWroteOnTheirThread() async throws {
    nonisolated(unsafe) let plain = Plain()
    let store = ReferenceStore<Tally, Step>(
      state: Tally(producers: 1), reducers: [{ _, step in plain.number = step.number }])
    for number in stride(from: 0, to: 2_000, by: 4) {
      await store.dispatchAndWait(Step(producer: 0, number: number))
      #expect(plain.number == number)
      await store.dispatchAndWait(contentsOf: [Step(producer: 0, number: number + 1)])
      #expect(plain.number == number + 1)
      store.dispatch(Step(producer: 0, number: number + 2))
      await store.settle()
      #expect(plain.number == number + 2)
      store.dispatch(Step(producer: 0, number: number + 3))
      let copy = try await store.snapshot()
      copy.total = plain.number
      #expect(copy.total == number + 3)
    }
  }

  private static let loads = [Load(actions: 200_000)]

  @Test(arguments: loads)
  func nothingIsLostOrDoubledAndEachThreadKeepsItsOrder(_ load: Load) async throws {
    let states = LegacyRecorder<ObjectIdentifier>()
    let store = ReferenceStore<Tally, Step>(
      state: Tally(producers: load.producers),
      reducers: [
        { tally, step in
          // Out of order, lost or doubled: the number is not the next one of its producer.
          if tally.next[step.producer] != step.number { tally.faults += 1 }
          tally.next[step.producer] = step.number + 1
          tally.total += 1
          if tally.total % 50_000 == 1 { states.record(ObjectIdentifier(tally)) }
        }
      ])
    let delivered = LegacyRecorder<Int>()
    let token = store.observe { delivered.record($0.actionsReduced) }
    let torn = LegacyRecorder<Int>()

    try await withThrowingTaskGroup(of: Void.self) { group in
      for producer in 0..<load.producers {
        group.addTask {
          try await onThread {
            for number in 0..<load.actions {
              store.dispatch(Step(producer: producer, number: number))
            }
          }
        }
      }
      for reader in 0..<4 {
        group.addTask {
          try await onThread {
            for round in 0..<100 {
              let copy = reader < 2 ? try store.currentState() : nil
              let (total, sum) =
                copy.map { ($0.total, $0.next.reduce(0, +)) }
                ?? store.read { ($0.total, $0.next.reduce(0, +)) }
              if total != sum { torn.record(round) }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    await store.settle()

    let total = load.producers * load.actions
    let final = try store.currentState()
    #expect(final.faults == 0)
    #expect(final.next == Array(repeating: load.actions, count: load.producers))
    #expect(final.total == total)
    #expect(torn.values == [])
    #expect(Set(states.values).count == 1, "one state object")
    #expect(delivered.values == delivered.values.sorted())
    #expect(delivered.values.last == total)
    let statistics = store.statistics
    #expect(statistics.actionsReduced == total)
    #expect(statistics.actionsPending == 0)
    #expect(statistics.notificationsPosted + statistics.notificationsCoalesced == total)
    withExtendedLifetime(token) {}
  }
}

private struct Step: Sendable {
  let producer: Int
  let number: Int
}

private final class Tally: Codable {
  var next: [Int]
  var total = 0
  var faults = 0

  init(producers: Int) {
    next = Array(repeating: 0, count: producers)
  }
}

/// Memory without any lock.
private final class Plain {
  var number = -1
}
