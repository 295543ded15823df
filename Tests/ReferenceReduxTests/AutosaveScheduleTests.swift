import Testing

@testable import ReferenceRedux

/// The schedule of an autosave as a value: no clock, no store and no task.
@Suite("The schedule of an autosave", .timeLimit(.minutes(15)))
struct AutosaveScheduleTests {
  private var schedule = AutosaveSchedule<String>(delay: .seconds(2), limit: .seconds(5))

  @Test mutating func theFirstChangeStartsTheWorkAndFurtherOnesDoNot() {
    #expect(schedule.stateDidChange(at: .seconds(0)) == true)
    #expect(schedule.stateDidChange(at: .seconds(1)) == false)
    #expect(schedule.workDidContinue(at: .seconds(3)) == .save)
    #expect(schedule.stateDidChange(at: .seconds(3)) == false)
  }

  @Test mutating func aSaveBeginsAfterTheDelaySinceTheLastChange() {
    _ = schedule.stateDidChange(at: .seconds(0))
    #expect(schedule.workDidContinue(at: .seconds(0)) == .sleep(until: .seconds(2)))
    _ = schedule.stateDidChange(at: .seconds(1))
    #expect(schedule.workDidContinue(at: .seconds(2)) == .sleep(until: .seconds(3)))
    #expect(schedule.workDidContinue(at: .seconds(3)) == .save)
  }

  @Test mutating func aSaveIsNotDeferredBeyondTheLimitSinceTheFirstChange() {
    for second in 0...4 { _ = schedule.stateDidChange(at: .seconds(second)) }
    #expect(schedule.workDidContinue(at: .seconds(4)) == .sleep(until: .seconds(5)))
    _ = schedule.stateDidChange(at: .seconds(5))
    #expect(schedule.workDidContinue(at: .seconds(5)) == .save)
  }

  @Test func withoutALimitEachChangeDefersTheSave() {
    var schedule = AutosaveSchedule<String>(delay: .seconds(2), limit: nil)
    for second in 0...100 { _ = schedule.stateDidChange(at: .seconds(second)) }
    #expect(schedule.workDidContinue(at: .seconds(100)) == .sleep(until: .seconds(102)))
  }

  @Test mutating func theWorkEndsWithASaveAfterWhichNothingChanged() {
    _ = schedule.stateDidChange(at: .seconds(0))
    _ = schedule.workDidContinue(at: .seconds(2))
    let end = schedule.saveDidEnd(failed: false, at: .seconds(3))
    #expect(end.waiters == [])
    #expect(!end.continues)
    #expect(schedule.stateDidChange(at: .seconds(9)) == true)
  }

  @Test mutating func aChangeDuringASaveMakesAnotherOneDue() {
    _ = schedule.stateDidChange(at: .seconds(0))
    _ = schedule.workDidContinue(at: .seconds(2))
    _ = schedule.stateDidChange(at: .seconds(3))
    _ = schedule.stateDidChange(at: .seconds(4))
    #expect(schedule.saveDidEnd(failed: false, at: .seconds(5)).continues)
    #expect(schedule.workDidContinue(at: .seconds(5)) == .sleep(until: .seconds(6)))
    #expect(schedule.workDidContinue(at: .seconds(6)) == .save)
    #expect(!schedule.saveDidEnd(failed: false, at: .seconds(6)).continues)
  }

  @Test mutating func aFlushWithoutUnsavedChangesResumesAtOnce() {
    #expect(schedule.flush("early") == .resume)
    _ = schedule.stateDidChange(at: .seconds(0))
    _ = schedule.workDidContinue(at: .seconds(2))
    _ = schedule.saveDidEnd(failed: false, at: .seconds(3))
    #expect(schedule.flush("late") == .resume)
  }

  @Test mutating func aFlushWakesTheWorkAndIsResumedByTheSave() {
    _ = schedule.stateDidChange(at: .seconds(0))
    #expect(!schedule.isUrgent)
    #expect(schedule.flush("first") == .wake)
    #expect(schedule.flush("second") == .wake)
    #expect(schedule.isUrgent)
    #expect(schedule.workDidContinue(at: .seconds(0)) == .save)
    #expect(!schedule.isUrgent)
    #expect(schedule.saveDidEnd(failed: false, at: .seconds(1)).waiters == ["first", "second"])
  }

  @Test mutating func aFlushDuringASaveWaitsForItOrForTheNextOneIfTheStateChanged() {
    _ = schedule.stateDidChange(at: .seconds(0))
    _ = schedule.workDidContinue(at: .seconds(2))
    #expect(schedule.flush("current") == .wait)
    _ = schedule.stateDidChange(at: .seconds(3))
    #expect(schedule.flush("next") == .wait)
    let end = schedule.saveDidEnd(failed: false, at: .seconds(3))
    #expect(end.waiters == ["current"])
    #expect(end.continues)
    #expect(schedule.workDidContinue(at: .seconds(3)) == .save, "at once, for the waiter")
    #expect(schedule.saveDidEnd(failed: false, at: .seconds(4)).waiters == ["next"])
  }

  @Test mutating func aSaveThatFailsIsRetriedAfterTheDelay() {
    _ = schedule.stateDidChange(at: .seconds(0))
    _ = schedule.flush("waiter")
    _ = schedule.workDidContinue(at: .seconds(0))
    let end = schedule.saveDidEnd(failed: true, at: .seconds(7))
    #expect(end.waiters == ["waiter"])
    #expect(end.continues)
    #expect(schedule.workDidContinue(at: .seconds(7)) == .sleep(until: .seconds(9)))
    #expect(schedule.workDidContinue(at: .seconds(9)) == .save)
  }

  @Test mutating func eachFurtherFailureWaitsTwiceAsLongUpToAMinute() {
    _ = schedule.stateDidChange(at: .seconds(0))
    _ = schedule.workDidContinue(at: .seconds(2))
    for wait in [2, 4, 8, 16, 32, 60, 60] {
      _ = schedule.saveDidEnd(failed: true, at: .seconds(100))
      _ = schedule.stateDidChange(at: .seconds(100))
      #expect(schedule.workDidContinue(at: .seconds(100)) == .sleep(until: .seconds(100 + wait)))
      #expect(schedule.workDidContinue(at: .seconds(100 + wait)) == .save)
    }
    _ = schedule.saveDidEnd(failed: true, at: .seconds(100))
    _ = schedule.flush("waiter")
    #expect(schedule.workDidContinue(at: .seconds(100)) == .save, "at once, for the waiter")
    _ = schedule.saveDidEnd(failed: false, at: .seconds(100))
    _ = schedule.stateDidChange(at: .seconds(100))
    #expect(schedule.workDidContinue(at: .seconds(100)) == .sleep(until: .seconds(102)))
    #expect(schedule.workDidContinue(at: .seconds(102)) == .save)
    _ = schedule.saveDidEnd(failed: true, at: .seconds(200))
    #expect(schedule.workDidContinue(at: .seconds(200)) == .sleep(until: .seconds(202)))
  }

  @Test func savesThatFailDoNotRetryAtOnceWithoutADelay() {
    var schedule = AutosaveSchedule<String>(delay: .zero, limit: nil)
    _ = schedule.stateDidChange(at: .zero)
    #expect(schedule.workDidContinue(at: .zero) == .save)
    _ = schedule.saveDidEnd(failed: true, at: .zero)
    #expect(schedule.workDidContinue(at: .zero) == .sleep(until: .milliseconds(10)))
  }

  @Test mutating func actionsThatFollowAtOnceCountAsChanges() {
    _ = schedule.stateDidChange(at: .seconds(0), continues: true)
    #expect(schedule.workDidContinue(at: .seconds(2)) == .sleep(until: .seconds(4)))
    #expect(schedule.workDidContinue(at: .seconds(4)) == .sleep(until: .seconds(5)), "the limit")
    _ = schedule.stateDidChange(at: .milliseconds(2_500))
    #expect(schedule.workDidContinue(at: .seconds(4)) == .sleep(until: .milliseconds(4_500)))
    #expect(schedule.workDidContinue(at: .milliseconds(4_500)) == .save)
  }

  @Test mutating func theLimitHoldsForEachSaveDuringALongBurst() {
    _ = schedule.stateDidChange(at: .seconds(0), continues: true)
    #expect(schedule.workDidContinue(at: .seconds(4)) == .sleep(until: .seconds(5)))
    #expect(schedule.workDidContinue(at: .seconds(5)) == .save)
    #expect(schedule.saveDidEnd(failed: false, at: .seconds(8)).continues)
    #expect(schedule.workDidContinue(at: .seconds(8)) == .sleep(until: .seconds(10)))
    #expect(schedule.workDidContinue(at: .seconds(10)) == .save)
    _ = schedule.stateDidChange(at: .seconds(11))
    #expect(schedule.saveDidEnd(failed: false, at: .seconds(12)).continues)
    #expect(schedule.workDidContinue(at: .seconds(12)) == .sleep(until: .seconds(13)))
    #expect(schedule.workDidContinue(at: .seconds(13)) == .save)
    #expect(!schedule.saveDidEnd(failed: false, at: .seconds(14)).continues)
  }

  @Test mutating func aFlushDuringASaveThatFailsIsRetriedAtOnceIfTheStateChanged() {
    _ = schedule.stateDidChange(at: .seconds(0))
    _ = schedule.workDidContinue(at: .seconds(2))
    _ = schedule.stateDidChange(at: .seconds(3))
    _ = schedule.flush("next")
    #expect(schedule.saveDidEnd(failed: true, at: .seconds(4)).waiters == [])
    #expect(schedule.workDidContinue(at: .seconds(4)) == .save)
    #expect(schedule.saveDidEnd(failed: false, at: .seconds(5)).waiters == ["next"])
  }

  @Test mutating func afterTheReleaseASaveThatFailsIsRetriedOnlyForLaterChanges() {
    schedule.stopRetrying()
    _ = schedule.stateDidChange(at: .seconds(0))
    _ = schedule.workDidContinue(at: .seconds(2))
    _ = schedule.stateDidChange(at: .seconds(3))
    #expect(schedule.saveDidEnd(failed: true, at: .seconds(4)).continues)
    _ = schedule.workDidContinue(at: .seconds(6))
    #expect(!schedule.saveDidEnd(failed: true, at: .seconds(7)).continues)
    #expect(schedule.flush("late") == .resume)
  }
}
