/// The median of some samples, with the tenth and ninetieth percentile around it.
///
/// ```swift
/// SampleSummary(of: [3, 1, 2])?.median  // 2
/// ```
///
/// Percentiles are interpolated linearly between the two nearest samples, so that the median of an
/// even number of samples lies halfway between the middle ones.
///
/// ## Thread safety
/// Safe from any thread because it is an immutable value.
public struct SampleSummary: Sendable, Equatable {
  /// The value in the middle.
  public let median: Double
  /// The value that a tenth of the samples stay below.
  public let p10: Double
  /// The value that nine tenths of the samples stay below.
  public let p90: Double
  /// How many samples there were.
  public let count: Int

  /// Summarises samples in any order.
  ///
  /// - Parameter samples: the samples; without any there is no summary.
  /// - Complexity: O(*n* log *n*) in the number of samples.
  public init?(of samples: [Double]) {
    guard !samples.isEmpty else { return nil }
    let sorted = samples.sorted()
    median = Self.quantile(0.5, ofSorted: sorted)
    p10 = Self.quantile(0.1, ofSorted: sorted)
    p90 = Self.quantile(0.9, ofSorted: sorted)
    count = sorted.count
  }

  /// The standard deviation that a normal distribution with this spread would have.
  ///
  /// Taken from the percentiles because a busy machine adds a few samples of any height.
  package var robustDeviation: Double { (p90 - p10) / 2.563 }

  /// The interpolated quantile of ascending samples.
  ///
  /// - Parameters:
  ///   - fraction: 0 for the smallest, 1 for the largest.
  ///   - sorted: the samples, ascending, at least one.
  /// - Returns: the quantile.
  package static func quantile(_ fraction: Double, ofSorted sorted: [Double]) -> Double {
    let position = fraction * Double(sorted.count - 1)
    let lower = Int(position)
    guard lower + 1 < sorted.count else { return sorted[sorted.count - 1] }
    return sorted[lower] + (sorted[lower + 1] - sorted[lower]) * (position - Double(lower))
  }
}
