/// What the checker cost, by its own measurement, the control's own work left out.
///
/// ## Thread safety
/// A value; safe from any thread.
public struct ParityCost: Sendable, Equatable {
  /// How many comparisons were measured.
  public let comparisons: Int
  /// The median cost of the latest comparisons.
  public let median: Duration
  /// The cost that nine of ten of the latest comparisons did not exceed.
  public let p90: Duration
  /// One action in so many is compared at present.
  public let sampledOneIn: Int
}

/// The costs of the latest comparisons.
struct CostSample: Sendable {
  private var latest: [Duration] = []
  private var count = 0
  private static let capacity = 1_024

  mutating func add(_ cost: Duration) {
    if latest.count < Self.capacity {
      latest.append(cost)
    } else {
      latest[count % Self.capacity] = cost
    }
    count += 1
  }

  func summary(sampledOneIn interval: Int) -> ParityCost {
    let sorted = latest.sorted()
    func quantile(_ part: Double) -> Duration {
      sorted.isEmpty ? .zero : sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
    }
    return ParityCost(
      comparisons: count, median: quantile(0.5), p90: quantile(0.9), sampledOneIn: interval)
  }
}
