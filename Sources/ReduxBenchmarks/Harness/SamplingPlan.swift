/// How long a run takes, and how it spends its time.
package struct SamplingPlan: Sendable, Equatable {
  /// The time for all groups together; slow cases may exceed it.
  var budget: Duration
  /// The minimum duration of one sample; fast closures are called repeatedly.
  var sampleTime: Duration
  /// The time for which each case runs before its first sample counts.
  var warmUp: Duration
  var minimumRounds: Int
  var maximumRounds: Int
  var includesSlow: Bool

  /// A run of a few minutes, for figures that are published.
  static let full = SamplingPlan(
    budget: .seconds(240), sampleTime: .milliseconds(2), warmUp: .milliseconds(20),
    minimumRounds: 7, maximumRounds: 151, includesSlow: true)

  /// A run of less than a minute, without slow cases.
  static let quick = SamplingPlan(
    budget: .seconds(20), sampleTime: .milliseconds(1), warmUp: .milliseconds(5),
    minimumRounds: 5, maximumRounds: 41, includesSlow: false)

  /// The number of rounds that fit into `time`, within the limits of the plan.
  func rounds(in time: Duration, each round: Duration) -> Int {
    guard round > .zero, time > .zero else { return round > .zero ? minimumRounds : maximumRounds }
    return min(maximumRounds, max(minimumRounds, Int(min(1e6, time / round))))
  }
}

/// The clock of a run; tests replace it.
struct BenchmarkClock: Sendable {
  /// The time since some fixed moment.
  let now: @MainActor () -> Duration

  static var machine: BenchmarkClock {
    let start = ContinuousClock.now
    return BenchmarkClock { start.duration(to: .now) }
  }
}

/// Whether this module was compiled without optimization.
///
/// Times of a debug build say nothing about the program that ships.
package let isDebugBuildOfThisModule: Bool = {
  #if DEBUG
    true
  #else
    false
  #endif
}()
