/// The costs of comparing the latest actions.
struct CostSample: Sendable {
  private var latest: [Duration] = []
  private var open: (index: Int, cost: Duration)?
  private(set) var compared = 0
  private(set) var skipped = 0
  private var lastSkipped = 0

  private static let capacity = 1_024

  /// Adds what comparing one slice after an action cost.
  ///
  /// - Returns: What comparing the action before cost, all slices together, when this is a new one.
  mutating func add(_ cost: Duration, of index: Int) -> Duration? {
    if let open, open.index == index {
      self.open = (index, open.cost + cost)
      return nil
    }
    let finished = open?.cost
    if let finished { close(finished) }
    open = (index, cost)
    compared += 1
    return finished
  }

  /// Counts an action that is not compared.
  mutating func skip(_ index: Int) {
    guard index != lastSkipped else { return }
    lastSkipped = index
    skipped += 1
  }

  private mutating func close(_ cost: Duration) {
    if latest.count < Self.capacity {
      latest.append(cost)
    } else {
      latest[(compared - 1) % Self.capacity] = cost
    }
  }

  func summary(_ sampler: Sampler) -> ParityCost {
    let sorted = (latest + (open.map { [$0.cost] } ?? [])).sorted()
    func quantile(_ part: Double) -> Duration {
      sorted.isEmpty ? .zero : sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
    }
    return ParityCost(
      compared: compared, skipped: skipped, median: quantile(0.5), p90: quantile(0.9),
      sampledOneIn: sampler.interval, budget: sampler.budget)
  }
}
