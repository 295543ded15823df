/// Decides which actions are compared.
///
/// An action is compared for all slices or for none. Each type of action has a turn of its own, so
/// that a rare one is seen although frequent ones are skipped.
struct Sampler: Sendable {
  /// One action in so many of each type is compared at present.
  private(set) var interval: Int

  /// What the checker may cost per action; nil when the interval is given.
  let budget: Duration?

  private var latest = (index: 0, isTaken: false)
  private var left: [String: Int] = [:]
  private var recentCosts: [Duration] = []
  private var costsNoted = 0

  private static let window = 16
  private static let longestInterval = 1_000_000

  init<Action>(_ sampling: ParityOptions<Action>.Sampling) {
    switch sampling {
    case .off, .everyAction: (interval, budget) = (1, nil)
    case .oneIn(let count): (interval, budget) = (max(1, count), nil)
    case .budget(let duration): (interval, budget) = (1, duration)
    }
  }

  /// What was decided of an action before, for another slice.
  func decision(on index: Int) -> Bool? {
    latest.index == index ? latest.isTaken : nil
  }

  /// Whether an action is compared whatever its type, as far as that is known.
  mutating func takesAnyway(_ index: Int) -> Bool {
    if let decided = decision(on: index) { return decided }
    guard interval == 1 else { return false }
    latest = (index, true)
    return true
  }

  /// Whether an action that is new is compared.
  mutating func takes(_ index: Int, type: String) -> Bool {
    // The interval may have shrunk since this type's turn was set.
    let turn = min(left[type, default: 0], interval - 1)
    left[type] = turn == 0 ? interval - 1 : turn - 1
    latest = (index, turn == 0)
    return turn == 0
  }

  /// Learns what comparing one action cost, and spaces the next ones by the median of the latest, so
  /// that the budget holds as far as the costs are alike.
  mutating func noteCost(_ cost: Duration) {
    guard let budget else { return }
    if recentCosts.count < Self.window {
      recentCosts.append(cost)
    } else {
      recentCosts[costsNoted % Self.window] = cost
    }
    costsNoted += 1
    // The very first costs are those of cold caches.
    guard costsNoted >= Self.window / 2 else { return }
    let median = recentCosts.sorted()[recentCosts.count / 2]
    let fitting = budget > .zero ? (median / budget).rounded(.up) : .infinity
    interval = Int(max(1, min(fitting, Double(Self.longestInterval))))
  }
}
