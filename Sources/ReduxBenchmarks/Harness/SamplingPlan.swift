/// How long a run takes, and how it spends its time.
public struct SamplingPlan: Sendable, Equatable {
  package var budget: Duration
  package var sampleTime: Duration
  package var warmUp: Duration
  package var minimumRounds: Int
  package var maximumRounds: Int
  package var includesSlow: Bool

  /// Creates a plan for machines or states that need more time than ``full`` grants.
  ///
  /// - Parameters:
  ///   - budget: The time for all cases together. Slow cases may exceed it, since each case is
  ///     sampled at least `minimumRounds` times.
  ///   - sampleTime: The minimum duration of one sample; fast closures are called repeatedly.
  ///   - warmUp: The time for which each case runs before its first sample counts.
  ///   - minimumRounds: The minimum number of samples per case, at least 1.
  ///   - maximumRounds: The maximum number of samples per case.
  ///   - includesSlow: Whether cases that are marked as slow are measured.
  public init(
    budget: Duration, sampleTime: Duration, warmUp: Duration, minimumRounds: Int,
    maximumRounds: Int, includesSlow: Bool
  ) {
    self.budget = budget
    self.sampleTime = sampleTime
    self.warmUp = warmUp
    self.minimumRounds = max(1, minimumRounds)
    self.maximumRounds = max(1, minimumRounds, maximumRounds)
    self.includesSlow = includesSlow
  }

  /// A run of a few minutes, for figures that are published.
  public static let full = SamplingPlan(
    budget: .seconds(240), sampleTime: .milliseconds(2), warmUp: .milliseconds(20),
    minimumRounds: 7, maximumRounds: 151, includesSlow: true)

  /// A run of less than a minute, without slow cases.
  public static let quick = SamplingPlan(
    budget: .seconds(20), sampleTime: .milliseconds(1), warmUp: .milliseconds(5),
    minimumRounds: 5, maximumRounds: 41, includesSlow: false)

  /// The number of rounds that fit into `time`, within the limits of the plan.
  package func rounds(in time: Duration, each round: Duration) -> Int {
    guard round > .zero, time > .zero else { return round > .zero ? minimumRounds : maximumRounds }
    return min(maximumRounds, max(minimumRounds, Int(min(1e6, time / round))))
  }
}

/// The clock of a run; tests replace it.
package struct BenchmarkClock: Sendable {
  /// The time since some fixed moment.
  package let now: @MainActor () -> Duration

  package init(now: @escaping @MainActor () -> Duration) {
    self.now = now
  }

  package static var machine: BenchmarkClock {
    let start = ContinuousClock.now
    return BenchmarkClock { start.duration(to: .now) }
  }
}

/// How this module was compiled.
///
/// Times of a debug build say nothing about the program that ships.
package enum BuildMode: String, Sendable, Codable {
  case debug
  case release

  package static var current: BuildMode {
    var assertionsRun = false
    assert(
      {
        assertionsRun = true
        return true
      }())
    return assertionsRun ? .debug : .release
  }
}
