@testable import ReduxBenchmarks

/// A clock that stands still until a test moves it, so that times are exact.
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
