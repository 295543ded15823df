import Testing

@testable import ReduxBenchmarks

@Suite struct GroupSamplerTests {
  @Test func callsGrowTowardTheGoalWithinLimits() {
    let goal = Duration.milliseconds(1)
    func next(_ count: Int, _ cost: Duration) -> Int {
      GroupSampler.nextCount(after: count, cost: cost, goal: goal)
    }
    #expect(next(10, .microseconds(100)) == 120)
    #expect(next(1, .zero) == 100, "a cost below the clock's resolution")
    #expect(next(1, .nanoseconds(1)) == 100, "never more than a hundredfold")
    #expect(next(10, .microseconds(999)) == 20, "never less than twofold")
  }

  @MainActor @Test func aCheapFirstCallDoesNotMisleadTheCalibration() throws {
    let clock = ManualClock()
    var calls = 0
    let item = BenchmarkCase("late cost", size: 1) {
      {
        calls += 1
        clock.advance(calls == 1 ? .nanoseconds(1) : .microseconds(10))
      }
    }
    var sampler = GroupSampler(plan: .small, clock: clock.clock) { _ in .zero }
    try sampler.prepare(item)
    #expect(calls == 2, "one call to warm up, and one that is as long as a sample")
  }

  @Test func roundsFillTheTimeWithinTheirLimits() {
    let plan = SamplingPlan(
      budget: .seconds(1), sampleTime: .milliseconds(1), warmUp: .zero, minimumRounds: 5,
      maximumRounds: 50, includesSlow: true, processes: 5)
    #expect(plan.rounds(in: .seconds(1), each: .milliseconds(100)) == 10)
    #expect(plan.rounds(in: .seconds(1), each: .milliseconds(1)) == 50)
    #expect(plan.rounds(in: .seconds(1), each: .seconds(1)) == 5)
    #expect(plan.rounds(in: .seconds(-1), each: .seconds(1)) == 5)
    #expect(plan.rounds(in: .seconds(1), each: .zero) == 50)
  }
}

/// A clock that a test advances, so that times are exact.
@MainActor
final class ManualClock {
  private(set) var time = Duration.zero

  func advance(_ duration: Duration) { time += duration }

  var clock: BenchmarkClock { BenchmarkClock { self.time } }
}

extension SamplingPlan {
  /// Three rounds of at least one microsecond.
  static let small = SamplingPlan(
    budget: .microseconds(1), sampleTime: .microseconds(1), warmUp: .microseconds(3),
    minimumRounds: 3, maximumRounds: 3, includesSlow: true, processes: 4)
}
