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

  /// Whether the ninetieth percentile is more than ``widestSpread`` times the tenth.
  var isNoisy: Bool { Self.isNoisy(from: p10, to: p90) }

  static func isNoisy(from p10: Double, to p90: Double) -> Bool { p90 > widestSpread * p10 }

  static let widestSpread = 1.5

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

  /// Summarizes the ratios of two sides that were sampled in turns, or returns nil when no denominator
  /// is above zero.
  ///
  /// Each round gives one ratio, of two samples taken next to each other. A slowdown of the
  /// machine that lasts longer than a round slows both sides and cancels out.
  init?(ratiosOf numerators: [Double], to denominators: [Double]) {
    self.init(of: zip(numerators, denominators).compactMap { $1 > 0 ? $0 / $1 : nil })
  }
}
