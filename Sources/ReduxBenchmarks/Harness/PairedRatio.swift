/// How two sides compare that were sampled in turns.
///
/// Each round gives one ratio, of two samples taken next to each other; what slows the machine for
/// longer than a round slows both and cancels out. The ratio of the run is the median of those.
///
/// ## Thread safety
/// Safe from any thread because it is an immutable value.
public struct PairedRatio: Sendable, Equatable {
  /// How far two runs may lie apart before they count as noise, as a fraction.
  public static let tolerance = 0.15

  /// The median, and the spread around it.
  public let summary: SampleSummary
  /// Whether a second run may well differ from this one by more than ``tolerance``.
  ///
  /// So it is when the first half of the rounds and the second disagree by more than that, when the
  /// median's own standard error is so large that two of it are more than that, or when there are
  /// fewer than three rounds.
  public let isNoisy: Bool

  /// Compares round by round; nil without a round in which the denominator is above zero.
  ///
  /// - Parameters:
  ///   - numerators: one sample of the one side per round.
  ///   - denominators: one sample of the other side per round, in the same order.
  public init?(numerators: [Double], denominators: [Double]) {
    self.init(
      rounds: zip(numerators, denominators).compactMap { $1 > 0 ? $0 / $1 : nil })
  }

  /// Judges ratios, or any other figures that are compared with a reach; nil without any.
  ///
  /// - Parameter rounds: the figures in the order in which they were taken.
  public init?(rounds: [Double]) {
    guard let summary = SampleSummary(of: rounds) else { return nil }
    self.summary = summary
    isNoisy = Self.isNoisy(rounds, summary)
  }

  private static func isNoisy(_ rounds: [Double], _ summary: SampleSummary) -> Bool {
    guard summary.p10 != summary.p90 else { return false }
    guard rounds.count >= 3 else { return true }
    let scale = abs(summary.median)
    let standardError = 1.253 * summary.robustDeviation / Double(rounds.count).squareRoot()
    guard 2 * standardError <= tolerance * scale else { return true }
    let middle = rounds.count / 2
    guard let early = SampleSummary(of: Array(rounds[..<middle])),
      let late = SampleSummary(of: Array(rounds[middle...]))
    else { return true }
    return abs(early.median - late.median) > tolerance * scale
  }
}
