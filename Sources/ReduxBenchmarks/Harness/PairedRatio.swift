/// The median of some samples, with the tenth and the ninetieth percentile as its spread.
///
/// Percentiles are interpolated linearly between the two nearest samples.
struct SampleSummary: Sendable, Equatable {
  let median: Double
  let p10: Double
  let p90: Double
  let minimum: Double
  let maximum: Double
  let count: Int

  /// Summarizes samples in any order, or returns nil without samples.
  init?(of samples: [Double]) {
    let sorted = samples.sorted()
    guard let first = sorted.first, let last = sorted.last else { return nil }
    func quantile(_ fraction: Double) -> Double {
      let position = fraction * Double(sorted.count - 1)
      let lower = Int(position)
      guard lower + 1 < sorted.count else { return last }
      return sorted[lower] + (sorted[lower + 1] - sorted[lower]) * (position - Double(lower))
    }
    (minimum, p10, median, p90, maximum) = (
      first, quantile(0.1), quantile(0.5), quantile(0.9), last
    )
    count = sorted.count
  }

  /// The standard deviation of a normal distribution with this spread.
  ///
  /// The percentiles hide a few very slow samples, which a busy machine always adds.
  var robustDeviation: Double { (p90 - p10) / 2.563 }
}

/// The ratio of two sides that were sampled in turns.
///
/// Each round gives one ratio, of two samples taken next to each other. What slows the machine for
/// longer than a round slows both sides and cancels out. The ratio of the run is the median of the
/// rounds.
struct PairedRatio: Sendable, Equatable {
  /// The difference between two runs, as a fraction, from which on a figure counts as noisy.
  static let tolerance = 0.15

  /// The median over the rounds, and its spread.
  let summary: SampleSummary
  /// Whether another run may well differ from this one by more than ``tolerance``.
  ///
  /// That is the case when the first and the second half of the rounds differ by more, when twice the
  /// standard error of the median is more, and when there are fewer than three rounds that differ.
  let isNoisy: Bool

  /// Compares sample by sample, or returns nil when no denominator is above zero.
  ///
  /// - Parameters:
  ///   - numerators: One sample of the one side per round.
  ///   - denominators: One sample of the other side per round, in the same order.
  init?(numerators: [Double], denominators: [Double]) {
    self.init(rounds: zip(numerators, denominators).compactMap { $1 > 0 ? $0 / $1 : nil })
  }

  /// Summarizes ratios or counts in the order in which they were taken, or returns nil without any.
  init?(rounds: [Double]) {
    guard let summary = SampleSummary(of: rounds) else { return nil }
    self.summary = summary
    isNoisy = Self.isNoisy(rounds, summary)
  }

  private static func isNoisy(_ rounds: [Double], _ summary: SampleSummary) -> Bool {
    guard summary.p10 != summary.p90 else { return false }
    guard rounds.count >= 3 else { return true }
    let limit = tolerance * abs(summary.median)
    let standardError = 1.253 * summary.robustDeviation / Double(rounds.count).squareRoot()
    guard 2 * standardError <= limit else { return true }
    let middle = rounds.count / 2
    guard let early = SampleSummary(of: Array(rounds[..<middle])),
      let late = SampleSummary(of: Array(rounds[middle...]))
    else { return true }
    return abs(early.median - late.median) > limit
  }
}
