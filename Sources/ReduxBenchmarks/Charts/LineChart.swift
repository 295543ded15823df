internal import CommandLineSupport

/// Lines over two logarithmic axes.
package struct LineChart: Sendable, Equatable {
  package struct Series: Sendable, Equatable {
    /// The text at the end of the line.
    let label: String
    /// The points, from left to right.
    let points: [Point]

    /// Creates a line of the points whose `y` is above zero.
    package init(_ label: String, points: [Point]) {
      self.label = label
      self.points = points.filter { $0.y > 0 && $0.x >= 0 }.sorted { $0.x < $1.x }
    }
  }

  /// A median with its spread, in nanoseconds.
  package struct Point: Sendable, Equatable {
    let x: Double
    let y: Double
    let low: Double
    let high: Double
  }

  let title: String
  let xLabel: String
  let yLabel: String
  let series: [Series]

  /// Creates a chart of the series that have points; the ticks of the vertical axis are times.
  package init(title: String, xLabel: String, yLabel: String, series: [Series]) {
    self.title = title
    self.xLabel = xLabel
    self.yLabel = yLabel
    self.series = series.filter { !$0.points.isEmpty }
  }

  /// The title as the name of a file.
  var fileName: String {
    title.lowercased().split { !($0.isLetter || $0.isNumber) }.joined(separator: "-")
  }

  private static let width = 480.0
  private static let plot = (left: 62.0, right: 440.0, top: 44.0, bottom: 314.0)

  /// The chart as SVG: the plot, and below it the label of each series beside its mark.
  var svg: String {
    let height = Self.plot.bottom + 64 + 18 * Double(series.count)
    var document = SVGDocument(width: Self.width, height: height, label: title)
    document.rectangle(0, 0, Self.width, height, style: "paper")
    document.text(title, 12, 24, style: "title")
    let points = series.flatMap(\.points)
    let x = LogAxis(values: points.map(\.x), from: Self.plot.left, to: Self.plot.right)
    let y = LogAxis(
      values: points.flatMap { [$0.low, $0.high, $0.y] }, from: Self.plot.bottom, to: Self.plot.top)
    drawAxes(&document, x, y)
    for (index, line) in series.enumerated() {
      draw(line, index, &document, x, y)
      let place = Self.plot.bottom + 62 + 18 * Double(index)
      document.mark(index, 20, place)
      document.text(line.label, 32, place + 4, style: "label")
    }
    return document.finished
  }

  private func drawAxes(_ document: inout SVGDocument, _ x: LogAxis, _ y: LogAxis) {
    let plot = Self.plot
    for tick in y.ticks {
      let place = y.position(tick)
      document.line(plot.left, place, plot.right, place, style: "grid")
      document.text(FigureFormat.time(tick), plot.left - 7, place + 4, anchor: "end", style: "tick")
    }
    for tick in x.ticks {
      let place = x.position(tick)
      document.line(place, plot.top, place, plot.bottom, style: "grid")
      document.text(
        Int(tick).grouped, place, plot.bottom + 17, anchor: "middle", style: "tick")
    }
    document.line(plot.left, plot.bottom, plot.right, plot.bottom, style: "axis")
    document.line(plot.left, plot.top, plot.left, plot.bottom, style: "axis")
    document.text(
      xLabel, (plot.left + plot.right) / 2, plot.bottom + 37, anchor: "middle", style: "label")
    document.text(
      yLabel, 13, (plot.top + plot.bottom) / 2, anchor: "middle", style: "label", turned: true)
  }

  private func draw(
    _ line: Series, _ index: Int, _ document: inout SVGDocument, _ x: LogAxis, _ y: LogAxis
  ) {
    let places = line.points.map { (x.position($0.x), y.position($0.y)) }
    document.polyline(places, style: "l s\(index % 10)")
    for (point, place) in zip(line.points, places) {
      document.line(
        place.0, y.position(point.low), place.0, y.position(point.high), style: "e s\(index % 10)")
      document.mark(index, place.0, place.1)
    }
  }
}

extension LineChart.Point {
  package init(x: Double, _ result: CaseResult) {
    self.init(x: x, y: result.median, low: result.p10, high: result.p90)
  }
}
