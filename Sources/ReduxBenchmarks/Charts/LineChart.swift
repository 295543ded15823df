/// Lines over two logarithmic axes.
///
/// ```swift
/// let chart = LineChart(
///   title: "Cost of a copy", xLabel: "objects", yLabel: "time per copy", series: [graph, json])
/// try Data(chart.svg.utf8).write(to: file)
/// ```
///
/// ## Thread safety
/// Safe from any thread because it is a value.
public struct LineChart: Sendable, Equatable {
  /// One line.
  public struct Series: Sendable, Equatable {
    /// What the legend calls it.
    public let label: String
    /// Its points, from left to right.
    public let points: [Point]

    /// Makes a line.
    ///
    /// - Parameters:
    ///   - label: what the legend calls it.
    ///   - points: its points; those that are not above zero in `y` are left out.
    public init(_ label: String, points: [Point]) {
      self.label = label
      self.points = points.filter { $0.y > 0 && $0.x >= 0 }.sorted { $0.x < $1.x }
    }
  }

  /// One measured figure.
  public struct Point: Sendable, Equatable {
    /// Where it stands on the horizontal axis, 0 or more.
    public let x: Double
    /// The median, in nanoseconds.
    public let y: Double
    /// The tenth percentile, in nanoseconds.
    public let low: Double
    /// The ninetieth percentile, in nanoseconds.
    public let high: Double

    /// Makes a point.
    ///
    /// - Parameters:
    ///   - x: where it stands on the horizontal axis.
    ///   - result: the figure.
    public init(x: Double, _ result: CaseResult) {
      self.init(x: x, y: result.median, low: result.p10, high: result.p90)
    }

    /// Makes a point from its parts.
    ///
    /// - Parameters:
    ///   - x: where it stands on the horizontal axis.
    ///   - y: the median, in nanoseconds.
    ///   - low: the tenth percentile, in nanoseconds.
    ///   - high: the ninetieth percentile, in nanoseconds.
    public init(x: Double, y: Double, low: Double, high: Double) {
      self.x = x
      self.y = y
      self.low = low
      self.high = high
    }
  }

  /// What the chart shows.
  public let title: String
  /// What the horizontal axis shows, with its unit.
  public let xLabel: String
  /// What the vertical axis shows; its ticks are times with their units.
  public let yLabel: String
  /// The lines.
  public let series: [Series]

  /// Makes a chart.
  ///
  /// - Parameters:
  ///   - title: what the chart shows.
  ///   - xLabel: what the horizontal axis shows, with its unit.
  ///   - yLabel: what the vertical axis shows.
  ///   - series: the lines; those without points are left out.
  public init(title: String, xLabel: String, yLabel: String, series: [Series]) {
    self.title = title
    self.xLabel = xLabel
    self.yLabel = yLabel
    self.series = series.filter { !$0.points.isEmpty }
  }

  /// The title as the name of a file.
  package var fileName: String {
    let words = title.lowercased().split { !($0.isLetter || $0.isNumber) || !$0.isASCII }
    return words.prefix(8).joined(separator: "-")
  }
}
