import Foundation
import ReferenceRedux
import StoreContract
import Testing

@Suite("Under load", .timeLimit(.minutes(15)))
struct LoadTests {
  /// The thread sanitizer reports a race where a wait does not order the two threads for it.
  @Test func whatWaitsSeesWhatTheBlocksWroteOnTheirThread() async throws {
    nonisolated(unsafe) var latest = -1  // without any lock
    let store = ReferenceStore<Tally, Step>(
      state: Tally(producers: 1), reducers: [{ _, step in latest = step.number }])
    for number in stride(from: 0, to: 2_000, by: 4) {
      await store.dispatchAndWait(Step(producer: 0, number: number))
      #expect(latest == number)
      await store.dispatchAndWait(contentsOf: [Step(producer: 0, number: number + 1)])
      #expect(latest == number + 1)
      store.dispatch(Step(producer: 0, number: number + 2))
      await store.settle()
      #expect(latest == number + 2)
      store.dispatch(Step(producer: 0, number: number + 3))
      let copy = try await store.snapshot()
      copy.total = latest
      #expect(copy.total == number + 3)
    }
  }

  /// 8 threads dispatch, 2 tasks await until they are canceled, and all others read and observe.
  @Test func nothingIsLostOrDoubledAndEachThreadKeepsItsOrder() async throws {
    let (threads, tasks, actions) = (8, 2, TestVolume.count(5_000, soak: 200_000))
    let store = ReferenceStore<Tally, Step>(state: Tally(producers: threads + tasks)) {
      tally, step in
      // Out of order, lost or doubled: the number is not the next one of its producer.
      if tally.next[step.producer] != step.number { tally.faults += 1 }
      tally.next[step.producer] = step.number + 1
      tally.total += 1
    }
    let delivered = LegacyRecorder<Int>()
    let token = store.observe { delivered.record($0.actionsReduced) }
    let (torn, isOver) = (LegacyRecorder<Int>(), LegacyRecorder<Bool>())

    // Each returns how many actions it dispatched before it was canceled.
    let awaiting = (threads..<threads + tasks).map { producer in
      Task.detached {
        var number = 0
        while !Task.isCancelled {
          await store.dispatchAndWait(
            contentsOf: (number..<number + 3).map { Step(producer: producer, number: $0) })
          await store.dispatchAndWait(Step(producer: producer, number: number + 3))
          number += 4
        }
        return number
      }
    }
    async let observing: Void = onThreads(2) { _ in
      repeat {
        let last = LegacyRecorder<Int>()
        let token = store.observe { last.record($0.actionsReduced) }
        _ = store.read { $0.total }
        token.cancel()
        if last.values != last.values.sorted() { torn.record(-1) }
      } while isOver.values.isEmpty
    }
    // An error must not leave threads and tasks running.
    defer {
      isOver.record(true)
      awaiting.forEach { $0.cancel() }
    }
    async let reading: Void = onThreads(4) { reader in
      for round in 0..<100 {
        let copy = reader < 2 ? try store.currentState() : nil
        let (total, sum) =
          copy.map { ($0.total, $0.next.reduce(0, +)) }
          ?? store.read { ($0.total, $0.next.reduce(0, +)) }
        if total != sum { torn.record(round) }
      }
    }
    try await onThreads(threads) { producer in
      for number in 0..<actions { store.dispatch(Step(producer: producer, number: number)) }
    }
    try await reading
    awaiting.forEach { $0.cancel() }
    var counts = Array(repeating: actions, count: threads)
    for task in awaiting { counts.append(await task.value) }
    isOver.record(true)
    try await observing
    await store.settle()

    let total = counts.reduce(0, +)
    let final = try store.currentState()
    #expect(final.next == counts)
    #expect((final.faults, final.total) == (0, total))
    #expect(torn.values == [])
    #expect(delivered.values == delivered.values.sorted())
    #expect(delivered.values.last == total)
    let statistics = store.statistics
    #expect((statistics.actionsReduced, statistics.actionsPending) == (total, 0))
    #expect((1...total).contains(statistics.notificationsPosted))
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
