import Dispatch
import Testing

@testable import ValueReduxTesting

@Suite struct ScriptedClockTests {
  @Test func aSleepEndsWhenTheClockReachesItsDeadline() async throws {
    let clock = ScriptedClock()
    let sleep = Task { try await clock.sleep(for: .seconds(2)) }
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(1))
    #expect(clock.sleeperCount == 1)
    clock.advance(by: .seconds(1))
    #expect(clock.sleeperCount == 0)
    try await sleep.value
    // A deadline that has passed is none.
    for offset in [1, 2] {
      try await clock.sleep(until: ScriptedClock.Instant(offset: .seconds(offset)))
    }
    clock.advance(by: .zero)
    let (start, end) = (ScriptedClock.Instant(), ScriptedClock.Instant(offset: .seconds(2)))
    #expect(clock.now == end)
    #expect(start < end && !(end < start) && !(start < start))
    #expect(start.duration(to: end) == .seconds(2))
  }

  /// Each task goes on where the order is that in which it is woken.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func sleepersWakeInTheOrderOfTheirDeadlines() async {
    let (clock, tasks) = (ScriptedClock(), SerialTasks())
    let (wakes, wake) = AsyncStream.makeStream(of: Int.self)
    for (index, seconds) in [3, 1, 2, 1, 9].enumerated() {
      Task(executorPreference: tasks) {
        try await clock.sleep(for: .seconds(seconds))
        wake.yield(10 * seconds + index)
      }
      await clock.waitForSleepers(index + 1)
      // The sleep is registered before its task is suspended.
      tasks.queue.sync {}
    }
    clock.advance(by: .seconds(3))
    clock.advance(by: .seconds(6))
    var woken: [Int] = []
    for await number in wakes {
      woken.append(number)
      if woken.count == 5 { break }
    }
    #expect(woken == [11, 13, 22, 30, 94])
  }

  @Test func aCancelledSleepThrowsAndTheOthersGoOn() async throws {
    let clock = ScriptedClock()
    let other = Task { try await clock.sleep(for: .seconds(2)) }
    await clock.waitForSleepers(1)
    let sleep = Task { try await clock.sleep(for: .seconds(2)) }
    await clock.waitForSleepers(2)
    // The wait does not include tasks that sleep already.
    await clock.waitForSleepers(1)
    sleep.cancel()
    await #expect(throws: CancellationError.self) { try await sleep.value }
    #expect(clock.sleeperCount == 1)
    // A task that is canceled before it sleeps does not sleep.
    for seconds in [0, 2] {
      let early = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await clock.sleep(for: .seconds(seconds))
      }
      await #expect(throws: CancellationError.self) { try await early.value }
    }
    clock.advance(by: .seconds(2))
    try await other.value
  }

  /// Returns only because the cancellation ends the wait, before or after it begins.
  @Test(arguments: [false, true])
  func aCancelledWaitForSleepersReturns(isEarly: Bool) async {
    let clock = ScriptedClock()
    let (begins, begin) = AsyncStream.makeStream(of: Void.self)
    let wait = Task {
      if isEarly { withUnsafeCurrentTask { $0?.cancel() } }
      begin.finish()
      await clock.waitForSleepers(1)
    }
    for await _ in begins {}
    wait.cancel()
    await wait.value
    #expect(clock.sleeperCount == 0)
  }

  @Test func advancingByANegativeDurationIsAFatalError() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      ScriptedClock().advance(by: .seconds(-1))
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains("takes no negative duration"))
  }

  @MainActor @Test func anImmediateClockSleepsNotAtAllKeepsTheTimeAndLetsOthersRun() async throws {
    let clock = ImmediateClock()
    try await clock.sleep(for: .seconds(5))
    try await clock.sleep(until: ImmediateClock.Instant(offset: .seconds(3)))
    #expect(clock.now.offset == .seconds(5))
    let cancelled = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .zero)
    }
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    var hasRun = false
    let other = Task { hasRun = true }
    // `sleep(for:)` leaves the main actor anyway.
    for _ in 0..<100 { try await clock.sleep(until: clock.now.advanced(by: .seconds(1))) }
    #expect(hasRun)
    await other.value
  }
}

/// Runs the jobs of tasks one after the other, in the order in which they are enqueued.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class SerialTasks: TaskExecutor {
  let queue = DispatchQueue(label: "SerialTasks")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
