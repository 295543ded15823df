/// The figure that a ratio has to meet.
package struct Bound: Sendable, Encodable, Equatable, CustomStringConvertible {
  /// The side of the bound on which the good figures lie.
  enum Direction: String, Sendable, Encodable {
    case atMost
    case atLeast
    /// Every single measurement has to be the bound.
    case exactly
    /// The figure is only reported.
    case none
  }

  /// The result of comparing a figure with its bound.
  enum Judgment: String, Sendable, Encodable {
    case met
    case missed
    /// The spread is too wide to tell; see ``Bound/verdict(on:)``.
    case inconclusive
    /// There is no bound.
    case reported
  }

  let value: Double
  let direction: Direction

  package static func atMost(_ value: Double) -> Bound { Bound(value: value, direction: .atMost) }
  package static func atLeast(_ value: Double) -> Bound { Bound(value: value, direction: .atLeast) }
  package static func exactly(_ value: Double) -> Bound { Bound(value: value, direction: .exactly) }
  /// No bound: the figure is only reported.
  package static let reported = Bound(value: 0, direction: .none)

  /// Compares a figure with the bound.
  ///
  /// 1. The verdict is `inconclusive` when the spread is too wide to tell: the bound lies between the
  ///    tenth and the ninetieth percentile, and the figure ``SampleSummary/isNoisy``.
  /// 2. Otherwise the median alone decides: `met` on the good side of the bound, or on it, and
  ///    `missed` on the other side. A noisy run never meets a bound that its median misses.
  /// 3. An exact bound is met only when every measurement equals it; its spread is never inconclusive.
  /// 4. Without a bound, each figure is `reported`.
  func verdict(on figure: SampleSummary) -> Judgment {
    guard direction != .none else { return .reported }
    guard direction != .exactly else {
      return figure.minimum == value && figure.maximum == value ? .met : .missed
    }
    let isCrossed = figure.p10 < value && value < figure.p90
    if isCrossed, figure.isNoisy { return .inconclusive }
    return (direction == .atMost ? figure.median <= value : figure.median >= value) ? .met : .missed
  }

  package var description: String {
    let figure = FigureFormat.ratio(value)
    return switch direction {
    case .atMost: "≤ \(figure)"
    case .atLeast: "≥ \(figure)"
    case .exactly: "= \(figure)"
    case .none: "none"
    }
  }
}
