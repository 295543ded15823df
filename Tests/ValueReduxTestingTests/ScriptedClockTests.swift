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

  /// A task that wakes may lose its processor before it is back on the main actor: most attempts count.
  @MainActor @Test func sleepersWakeInTheOrderOfTheirDeadlines() async {
    var inOrder = 0
    for _ in 0..<20 {
      let clock = ScriptedClock()
      var woken: [Int] = []
      var tasks: [Task<Void, any Error>] = []
      for seconds in [3, 1, 2, 1, 9] {
        let number = 10 * seconds + tasks.count
        tasks.append(
          Task {
            try await clock.sleep(for: .seconds(seconds))
            woken.append(number)
          })
        await clock.waitForSleepers(tasks.count)
      }
      clock.advance(by: .seconds(3))
      for task in tasks.dropLast() { try? await task.value }
      tasks[4].cancel()
      #expect(woken.sorted() == [11, 13, 22, 30])
      if woken == [11, 13, 22, 30] { inOrder += 1 }
    }
    #expect(inOrder > 2)
  }

  @Test func aCancelledSleepThrowsAndTheOthersGoOn() async throws {
    let clock = ScriptedClock()
    let other = Task { try await clock.sleep(for: .seconds(2)) }
    await clock.waitForSleepers(1)
    let sleep = Task { try await clock.sleep(for: .seconds(2)) }
    await clock.waitForSleepers(2)
    // What sleeps already is not waited for.
    await clock.waitForSleepers(1)
    sleep.cancel()
    await #expect(throws: CancellationError.self) { try await sleep.value }
    #expect(clock.sleeperCount == 1)
    // A task that is cancelled before it sleeps does not sleep.
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
