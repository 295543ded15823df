/// What one row came to, and whether that is what it must come to.
///
/// ## Thread safety
/// Safe from any thread because it is an immutable value.
public struct RatioResult: Sendable, Codable, Equatable {
  /// The name of the row.
  public let name: String
  /// The median of the rounds.
  public let value: Double
  /// The tenth percentile of the rounds.
  public let low: Double
  /// The ninetieth percentile of the rounds.
  public let high: Double
  /// The figure to get to.
  public let reach: Double
  /// On which side of the reach the good figures lie.
  public let direction: Reach.Direction
  /// Whether the reach lies inside the spread, or the figure is better.
  public let holds: Bool
  /// Whether a second run may well differ by more than ``PairedRatio/tolerance``.
  public let noisy: Bool
  /// What would be remarkable, if anything was said about it.
  public let aim: Double?
  /// What the figure counts; `ratio` for two times.
  public let unit: String

  /// Judges a row.
  ///
  /// - Parameters:
  ///   - claim: what was claimed.
  ///   - figure: what was measured.
  package init(_ claim: RatioClaim, _ figure: PairedRatio) {
    self.init(claim.name, claim.reach, aim: claim.aim, unit: "ratio", figure)
  }

  /// Judges a trial.
  ///
  /// - Parameters:
  ///   - trial: what was claimed.
  ///   - figure: what was measured.
  package init(_ trial: Trial, _ figure: PairedRatio) {
    self.init(trial.name, trial.reach, aim: trial.aim, unit: trial.unit, figure)
  }

  private init(_ name: String, _ reach: Reach, aim: Double?, unit: String, _ figure: PairedRatio) {
    self.name = name
    value = figure.summary.median
    low = figure.summary.p10
    high = figure.summary.p90
    self.reach = reach.bound
    direction = reach.direction
    holds = reach.holds(for: figure.summary)
    noisy = figure.isNoisy
    self.aim = aim
    self.unit = unit
  }

  /// The class of style that the verdict is shown in.
  package var cssClass: String {
    switch verdict {
    case "held": "good"
    case "missed": "bad"
    default: "unsure"
    }
  }

  /// One word: `held`, `missed`, or `in spread` when only the spread reaches it.
  public var verdict: String {
    guard holds else { return "missed" }
    return switch direction {
    case .atMost: value <= reach ? "held" : "in spread"
    case .atLeast: value >= reach ? "held" : "in spread"
    case .exactly: "held"
    }
  }
}
