/// Decides which actions are compared.
struct Sampler: Sendable {
  /// One action in so many is compared at present.
  private(set) var interval: Int

  private let budget: Duration?
  private var waiting: [String: Int] = [:]
  private var recentCosts: [Duration] = []

  init<Action>(_ sampling: ParityOptions<Action>.Sampling) {
    switch sampling {
    case .everyAction: (interval, budget) = (1, nil)
    case .oneIn(let count): (interval, budget) = (max(1, count), nil)
    case .budget(let duration): (interval, budget) = (1, duration)
    }
  }

  /// Whether the next action of a slice is compared.
  mutating func takesNext(slice: String) -> Bool {
    guard interval > 1 else { return true }
    let left = waiting[slice, default: 0]
    waiting[slice] = left == 0 ? interval - 1 : left - 1
    return left == 0
  }

  /// Learns what a comparison cost, and spaces the next ones so that the budget holds in the mean.
  mutating func noteCost(_ cost: Duration) {
    guard let budget else { return }
    recentCosts.append(cost)
    guard recentCosts.count == 16 else { return }
    let median = recentCosts.sorted()[recentCosts.count / 2]
    recentCosts.removeAll(keepingCapacity: true)
    interval = budget > .zero ? max(1, Int((median / budget).rounded(.up))) : 1_000
  }
}
