/// What the checker cost, by its own measurement, the control's own work left out.
///
/// ## Thread safety
/// A value; safe from any thread.
public struct ParityCost: Sendable, Equatable {
  /// How many actions were compared.
  public let compared: Int
  /// How many actions were left out by sampling, at a stage that compares.
  public let skipped: Int
  /// The median cost of comparing an action, all slices together, over the latest 1,024.
  public let median: Duration
  /// The cost that nine of ten of the latest 1,024 did not exceed.
  public let p90: Duration
  /// One action in so many of each type is compared at present.
  public let sampledOneIn: Int
  /// What the checker may cost per action in the mean; nil when sampling does not depend on it.
  public let budget: Duration?
}

extension ParityCost: CustomStringConvertible {
  /// What was sampled and what it cost, in one line, such as
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
