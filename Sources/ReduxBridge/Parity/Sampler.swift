/// Decides which actions are compared.
///
/// An action is compared for all slices or for none. Each type of action takes turns of its own, so
/// that rare types are compared although frequent ones are skipped.
struct Sampler: Sendable {
  /// At present, one in this many actions of each type is compared.
  private(set) var interval: Int

  /// What the checker may cost per action; nil when the interval is given.
  let budget: Duration?

  private var latest = (index: 0, isTaken: false)
  private var left: [String: Int] = [:]
  private var recentCosts: [Duration] = []
  private var costsNoted = 0

  private static let window = 16
  private static let longestInterval = 1_000_000

  /// Makes a sampler; nil if every action is compared.
  init?<Action>(_ sampling: ParityOptions<Action>.Sampling) {
    switch sampling {
    case .off, .everyAction: return nil
    case .oneIn(let count): (interval, budget) = (max(1, count), nil)
    case .budget(let duration): (interval, budget) = (1, duration)
    }
  }

  /// Returns whether an action is compared: what was decided for another slice, or else anew.
  mutating func takes(_ index: Int, type: String) -> Bool {
    if latest.index == index { return latest.isTaken }
    guard interval > 1 else {
      latest = (index, true)
      return true
    }
    // The interval may have shrunk since the turn of this type was set.
    let turn = min(left[type, default: 0], interval - 1)
    left[type] = turn == 0 ? interval - 1 : turn - 1
    latest = (index, turn == 0)
    return turn == 0
  }

  /// Notes the cost of comparing one action, and adapts the interval so that the median of the latest
  /// costs keeps within the budget.
  mutating func noteCost(_ cost: Duration) {
    guard let budget else { return }
    if recentCosts.count < Self.window {
      recentCosts.append(cost)
    } else {
      recentCosts[costsNoted % Self.window] = cost
    }
    costsNoted += 1
    // The first costs include those of cold caches.
    guard costsNoted >= Self.window / 2 else { return }
    let median = recentCosts.sorted()[recentCosts.count / 2]
    let fitting = budget > .zero ? (median / budget).rounded(.up) : .infinity
    interval = Int(max(1, min(fitting, Double(Self.longestInterval))))
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
