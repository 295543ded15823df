/// What a figure must come to.
///
/// ```swift
/// RatioClaim("copy against JSON", of: "JSON.roundTrip(1000)", to: "Copy.graph(1000)", .atLeast(14))
/// ```
///
/// A reach holds when it lies inside the spread of the run or on its bad side: the machine's noise is
/// not held against the code, and ``PairedRatio/isNoisy`` says when there was too much of it.
///
/// ## Thread safety
/// Safe from any thread because it is an immutable value.
public struct Reach: Sendable, Equatable, CustomStringConvertible {
  /// On which side of the bound the good figures lie.
  public enum Direction: String, Sendable, Codable {
    /// The smaller the better.
    case atMost
    /// The larger the better.
    case atLeast
    /// Every single measurement is the bound.
    case exactly
  }

  /// The figure to get to.
  public let bound: Double
  /// On which side of it the good figures lie.
  public let direction: Direction

  /// At most this.
  public static func atMost(_ bound: Double) -> Reach { Reach(bound: bound, direction: .atMost) }

  /// At least this.
  public static func atLeast(_ bound: Double) -> Reach { Reach(bound: bound, direction: .atLeast) }

  /// This and nothing else, each time.
  public static func exactly(_ bound: Double) -> Reach { Reach(bound: bound, direction: .exactly) }

  /// Whether the measured figure came to this.
  ///
  /// - Parameter figure: the median with its spread.
  /// - Returns: whether it did.
  public func holds(for figure: SampleSummary) -> Bool {
    switch direction {
    case .atMost: figure.p10 <= bound
    case .atLeast: figure.p90 >= bound
    case .exactly: figure.p10 == bound && figure.p90 == bound && figure.median == bound
    }
  }

  /// The reach in a few characters.
  public var description: String {
    switch direction {
    case .atMost: "≤ \(FigureFormat.ratio(bound))"
    case .atLeast: "≥ \(FigureFormat.ratio(bound))"
    case .exactly: "= \(FigureFormat.ratio(bound))"
    }
  }
}
