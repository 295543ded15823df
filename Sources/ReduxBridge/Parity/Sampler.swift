/// Decides which actions are compared, and measures what that costs.
///
/// An action is compared for all slices or for none. Each type of action takes turns of its own, so
/// that rare types are compared although frequent ones are skipped.
struct Sampler: Sendable {
  /// At present, one in this many actions of each type is compared.
  private var interval = 1
  /// What the checker may cost per action; nil when the interval is given.
  private let budget: Duration?

  private var latest = (index: 0, isTaken: false)
  /// The actions of each type until its next turn.
  private var left: [String: Int] = [:]
  private var (compared, skipped) = (0, 0)
  /// The costs of the latest compared actions, all slices together.
  private var costs: [Duration] = []
  /// The number of the action that is being compared, and its cost so far.
  private var open: (index: Int, cost: Duration)?

  private static let keptCosts = 1_024
  private static let longestInterval = 1_000_000.0

  init<Action>(_ sampling: ParityOptions<Action>.Sampling) {
    switch sampling {
    case .off, .everyAction: budget = nil
    case .oneIn(let count): (interval, budget) = (max(1, count), nil)
    case .budget(let duration): budget = duration
    }
  }

  /// Returns whether an action is compared: what was decided for another slice, or else anew.
  mutating func takes(_ index: Int, type: String) -> Bool {
    if latest.index == index { return latest.isTaken }
    latest = (index, true)
    if interval > 1 {
      // The interval may have shrunk since the turn of this type was set.
      let turn = min(left[type, default: 0], interval - 1)
      left[type] = turn == 0 ? interval - 1 : turn - 1
      latest.isTaken = turn == 0
    }
    if !latest.isTaken { skipped += 1 }
    return latest.isTaken
  }

  /// Adds the cost of comparing one slice after an action.
  ///
  /// With the first slice of an action, the cost of the action before is complete.
  mutating func add(_ cost: Duration, of index: Int) {
    guard let former = open, former.index == index else {
      if let former = open { close(former.cost) }
      open = (index, cost)
      compared += 1
      return
    }
    open = (index, former.cost + cost)
  }

  /// Keeps a cost, and adapts the interval so that the median of the latest costs keeps within the budget.
  private mutating func close(_ cost: Duration) {
    costs.append(cost)
    if costs.count >= 2 * Self.keptCosts { costs.removeFirst(Self.keptCosts) }
    // The first costs include those of cold caches.
    guard let budget, costs.count >= 8 else { return }
    let median = Self.quantile(0.5, of: costs.suffix(16).sorted())
    let fitting = budget > .zero ? (median / budget).rounded(.up) : .infinity
    interval = Int(max(1, min(fitting, Self.longestInterval)))
  }

  private static func quantile(_ part: Double, of sorted: [Duration]) -> Duration {
    sorted.isEmpty ? .zero : sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
  }

  var cost: ParityCost {
    let sorted = (costs + (open.map { [$0.cost] } ?? [])).suffix(Self.keptCosts).sorted()
    return ParityCost(
      compared: compared, skipped: skipped, median: Self.quantile(0.5, of: sorted),
      p90: Self.quantile(0.9, of: sorted), sampledOneIn: interval, budget: budget)
  }
}

// MARK: - Cost

/// The cost of the checker by its own measurement, without the work of the control.
public struct ParityCost: Sendable, Equatable, CustomStringConvertible {
  /// The number of actions that were compared.
  package let compared: Int
  /// The number of actions that sampling left out, at a stage that compares.
  package let skipped: Int
  /// The median cost of comparing an action, all slices together, over the latest 1,024.
  public let median: Duration
  /// The 90th percentile of the cost over the latest 1,024.
  public let p90: Duration
  /// At present, one in this many actions of each type is compared.
  package let sampledOneIn: Int
  package let budget: Duration?

  /// The samples and their cost in one line, such as
  /// `250 of 1000 actions compared, at present 1 in 4; median 3 µs, p90 5 µs, budget 1 µs per action`.
  public var description: String {
    let allowed = budget.map { ", budget \(Self.text($0)) per action" } ?? ""
    return
      "\(compared) of \(compared + skipped) actions compared, at present 1 in \(sampledOneIn); "
      + "median \(Self.text(median)), p90 \(Self.text(p90))\(allowed)"
  }

  private static func text(_ duration: Duration) -> String {
    let nanoseconds = duration / .nanoseconds(1)
    return switch nanoseconds {
    case ..<1_000: "\(Int(nanoseconds)) ns"
    case ..<1_000_000: "\(Int((nanoseconds / 1_000).rounded())) µs"
    default: "\((nanoseconds / 100_000).rounded() / 10) ms"
    }
  }
}
