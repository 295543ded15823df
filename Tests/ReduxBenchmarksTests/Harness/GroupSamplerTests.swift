import Testing

@testable import ReduxBenchmarks

@Suite struct GroupSamplerTests {
  @Test func callsGrowTowardTheGoalAndRoundsFillTheTimeWithinTheirLimits() {
    let costs: [(Int, Duration)] = [
      (10, .microseconds(100)), (1, .zero), (1, .nanoseconds(1)), (10, .microseconds(999)),
    ]
    let counts = costs.map {
      GroupSampler.nextCount(after: $0, cost: $1, goal: .milliseconds(1))
    }
    #expect(counts == [120, 100, 100, 20], "at least twofold, at most a hundredfold")
    let plan = SamplingPlan(
      budget: .seconds(1), sampleTime: .milliseconds(1), warmUp: .zero, minimumRounds: 5,
      maximumRounds: 50, includesSlow: true)
    let times: [(Duration, Duration)] = [
      (.seconds(1), .milliseconds(100)), (.seconds(1), .milliseconds(1)),
      (.seconds(1), .seconds(1)), (.seconds(-1), .seconds(1)), (.seconds(1), .zero),
    ]
    #expect(times.map { plan.rounds(in: $0, each: $1) } == [10, 50, 5, 5, 50])
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
    var sampler = GroupSampler(plan: .small, clock: clock.clock)
    try sampler.prepare(item)
    #expect(calls == 2, "one call to warm up, and one that is as long as a sample")
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
    minimumRounds: 3, maximumRounds: 3, includesSlow: true)
}
