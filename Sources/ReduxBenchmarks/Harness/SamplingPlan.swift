/// How much time a run takes, and how it is spent.
///
/// ## Thread safety
/// Safe from any thread because it is an immutable value.
public struct SamplingPlan: Sendable, Equatable {
  /// What all groups together may take, unless the slowest cases alone take longer.
  public var budget: Duration
  /// How long one sample takes at least, unless a single call is longer.
  public var sampleTime: Duration
  /// How long each case runs before the first sample counts, unless a single call is longer.
  public var warmUp: Duration
  /// How many rounds there are at least.
  public var minimumRounds: Int
  /// How many rounds there are at most.
  public var maximumRounds: Int
  /// Whether cases that are marked as slow take part.
  public var includesSlow: Bool

  /// Describes a plan.
  ///
  /// - Parameters:
  ///   - budget: what all groups together may take.
  ///   - sampleTime: how long one sample takes at least.
  ///   - warmUp: how long each case runs before the first sample counts.
  ///   - minimumRounds: how many rounds there are at least, 1 or more.
  ///   - maximumRounds: how many rounds there are at most.
  ///   - includesSlow: whether cases that are marked as slow take part.
  public init(
    budget: Duration, sampleTime: Duration, warmUp: Duration, minimumRounds: Int,
    maximumRounds: Int, includesSlow: Bool
  ) {
    self.budget = budget
    self.sampleTime = sampleTime
    self.warmUp = warmUp
    self.minimumRounds = max(1, minimumRounds)
    self.maximumRounds = max(1, minimumRounds, maximumRounds)
    self.includesSlow = includesSlow
  }

  /// A few minutes: the plan whose figures are worth quoting.
  public static let full = SamplingPlan(
    budget: .seconds(240), sampleTime: .milliseconds(2), warmUp: .milliseconds(20),
    minimumRounds: 7, maximumRounds: 151, includesSlow: true)

  /// Under a minute: a look, and a test that everything runs.
  public static let quick = SamplingPlan(
    budget: .seconds(20), sampleTime: .milliseconds(1), warmUp: .milliseconds(5),
    minimumRounds: 5, maximumRounds: 41, includesSlow: false)

  /// How many rounds fit into a time.
  ///
  /// - Parameters:
  ///   - time: the time there is.
  ///   - round: what one round takes.
  /// - Returns: a number between the least and the most.
  package func rounds(in time: Duration, each round: Duration) -> Int {
    guard round > .zero, time > .zero else { return round > .zero ? minimumRounds : maximumRounds }
    return min(maximumRounds, max(minimumRounds, Int(min(1e6, time / round))))
  }
}
