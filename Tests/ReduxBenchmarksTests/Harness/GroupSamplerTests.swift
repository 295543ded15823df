import Testing

@testable import ReduxBenchmarks

@Suite struct GroupSamplerTests {
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
