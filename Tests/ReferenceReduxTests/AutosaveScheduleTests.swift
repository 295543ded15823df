import Testing

@testable import ReferenceRedux

/// The schedule of an autosave as a value: no clock, no store and no task.
@Suite("The schedule of an autosave")
struct AutosaveScheduleTests {
  /// The answer of a schedule at a time.
  private func answer(
    _ event: Substring, at time: Duration, _ schedule: inout AutosaveSchedule<Substring>
  ) -> String {
    switch event {
    case "change": return schedule.stateDidChange(at: time) ? "starts" : "goes on"
    case "burst": return schedule.stateDidChange(at: time, continues: true) ? "starts" : "goes on"
    case "work":
      guard case .sleep(let end) = schedule.workDidContinue(at: time) else { return "saves" }
      return "sleeps to \(end / .seconds(1))"
    case "saved", "failed":
      let end = schedule.saveDidEnd(failed: event == "failed", at: time)
      return ([end.continues ? "goes on" : "ends"] + end.waiters).joined(separator: " ")
    case "released":
      schedule.stopRetrying()
      return ""
    default: return "\(schedule.flush(event))s"
    }
  }

  private static let failing: String = {
    var script = "0 change: starts, 2 work: saves"
    for end in [102, 104, 108, 116, 132, 160, 160] {
      script += ", 100 failed: goes on, 100 change: goes on, 100 work: sleeps to \(end).0"
      script += ", \(end) work: saves"
    }
    script += ", 100 failed: goes on, 100 a: wakes!, 100 work: saves, 100 saved: ends a"
    script += ", 100 change: starts, 100 work: sleeps to 102.0, 102 work: saves"
    return script + ", 200 failed: goes on, 200 work: sleeps to 202.0"
  }()

  /// Each step is a time in seconds, an event (a name is a flush), and the answer, `!` if it is urgent.
  @Test(arguments: [
    (
      "the first change starts the work, and a save begins after the delay since the last one",
      """
      0 change: starts, 0 work: sleeps to 2.0, 1 change: goes on, 2 work: sleeps to 3.0, \
      3 work: saves
      """
    ),
    (
      "a save is not deferred beyond the limit since the first change",
      """
      0 change: starts, 4 change: goes on, 4 work: sleeps to 5.0, 5 change: goes on, \
      5 work: saves
      """
    ),
    (
      "a change during a save makes another one due",
      """
      0 change: starts, 2 work: saves, 3 change: goes on, 4 change: goes on, \
      5 saved: goes on, 5 work: sleeps to 6.0, 6 work: saves, 6 saved: ends
      """
    ),
    (
      "the work ends with a save after which nothing changed, and a flush then resumes at once",
      """
      0 a: resumes, 0 change: starts, 2 work: saves, 3 saved: ends, 3 b: resumes, \
      9 change: starts
      """
    ),
    (
      "a flush wakes the work and is resumed by the save",
      "0 change: starts, 0 a: wakes!, 0 b: wakes!, 0 work: saves, 1 saved: ends a b"
    ),
    (
      "a flush during a save waits for it, or for the next one if the state changed",
      """
      0 change: starts, 2 work: saves, 2 a: waits, 3 change: goes on, 3 b: waits!, \
      3 saved: goes on a!, 3 work: saves, 4 saved: ends b
      """
    ),
    (
      "a save that fails is retried after the delay",
      """
      0 change: starts, 0 a: wakes!, 0 work: saves, 7 failed: goes on a, \
      7 work: sleeps to 9.0, 9 work: saves
      """
    ),
    (
      "actions that follow at once count as changes",
      """
      0 burst: starts, 2 work: sleeps to 4.0, 4 work: sleeps to 5.0, 2.5 change: goes on, \
      4 work: sleeps to 4.5, 4.5 work: saves
      """
    ),
    (
      "the limit holds for each save during a long burst",
      """
      0 burst: starts, 4 work: sleeps to 5.0, 5 work: saves, 8 saved: goes on, \
      8 work: sleeps to 10.0, 10 work: saves, 11 change: goes on, 12 saved: goes on, \
      12 work: sleeps to 13.0, 13 work: saves, 14 saved: ends
      """
    ),
    (
      "a flush during a save that fails is retried at once if the state changed",
      """
      0 change: starts, 2 work: saves, 3 change: goes on, 3 a: waits!, 4 failed: goes on!, \
      4 work: saves, 5 saved: ends a
      """
    ),
    (
      "after the release a save that fails is retried only for later changes",
      """
      0 released: , 0 change: starts, 2 work: saves, 3 change: goes on, 4 failed: goes on, \
      6 work: saves, 7 failed: ends, 7 a: resumes
      """
    ),
    ("each further failure waits twice as long, up to a minute", failing),
  ])
  func answersAsScripted(_ claim: String, script: String) {
    expect(script, of: AutosaveSchedule(delay: .seconds(2), limit: .seconds(5)))
  }

  @Test func withoutALimitEachChangeDefersTheSaveAndWithoutADelayNoRetryComesAtOnce() {
    expect(
      "0 change: starts, 100 change: goes on, 100 work: sleeps to 102.0",
      of: AutosaveSchedule(delay: .seconds(2), limit: nil))
    expect(
      "0 change: starts, 0 work: saves, 0 failed: goes on, 0 work: sleeps to 0.01",
      of: AutosaveSchedule(delay: .zero, limit: nil))
  }

  private func expect(_ script: String, of schedule: AutosaveSchedule<Substring>) {
    var schedule = schedule
    let found = script.split(separator: ", ").map { line in
      let words = line.split(whereSeparator: { " :".contains($0) })
      let time = Duration.seconds(Double(words[0]) ?? .nan)
      return "\(words[0]) \(words[1]): " + answer(words[1], at: time, &schedule)
        + (schedule.isUrgent ? "!" : "")
    }
    #expect(found.joined(separator: ", ") == script)
  }
}
