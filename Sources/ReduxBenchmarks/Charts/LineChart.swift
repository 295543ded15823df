internal import CommandLineSupport

/// Lines over two logarithmic axes.
///
/// ```swift
/// let chart = LineChart(
///   title: "Cost of a copy", xLabel: "objects", yLabel: "time per copy", series: [graph, json])
/// try Data(chart.svg.utf8).write(to: file)
/// ```
package struct LineChart: Sendable, Equatable {
  package struct Series: Sendable, Equatable {
    /// The text in the legend.
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

  /// Creates a chart of the series that have points.
  ///
  /// The ticks of the vertical axis are times.
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

  private static let width = 420.0
  private static let plot = (left: 62.0, right: 404.0, height: 270.0)

  /// The chart as SVG.
  ///
  /// The legend stands below the plot, one line per series, in the order in which the lines end. So no
  /// label covers a line or another label.
  var svg: String {
    var document = SVGDocument(width: Self.width, label: title)
    let titleLines = title.wrapped(to: 50)
    let top = 12.0 + Double(titleLines.count) * 18 + 8
    let bottom = top + Self.plot.height
    let points = series.flatMap(\.points)
    let x = LogAxis(values: points.map(\.x), from: Self.plot.left, to: Self.plot.right)
    let y = LogAxis(values: points.flatMap { [$0.low, $0.high, $0.y] }, from: bottom, to: top)
    let height = bottom + 58 + Double(series.count) * 19
    document.rectangle(0, 0, Self.width, height, style: "paper")
    for (index, line) in titleLines.enumerated() {
      document.text(line, 12, 22 + Double(index) * 18, style: "title")
    }
    drawAxes(&document, x, y, top: top, bottom: bottom)
    for (index, line) in series.enumerated() { draw(line, index, &document, x, y) }
    drawLegend(&document, below: bottom + 58)
    return document.finished(height: height)
  }

  private func drawAxes(
    _ document: inout SVGDocument, _ x: LogAxis, _ y: LogAxis, top: Double, bottom: Double
  ) {
    for tick in y.ticks {
      let place = y.position(tick)
      document.line(Self.plot.left, place, Self.plot.right, place, style: "grid")
      document.text(
        FigureFormat.time(tick), Self.plot.left - 7, place + 4, anchor: "end", style: "tick")
    }
    for tick in x.ticks {
      let place = x.position(tick)
      document.line(place, top, place, bottom, style: "grid")
      let anchor = place > Self.plot.right - 12 ? "end" : "middle"
      document.text(
        FigureFormat.grouped(Int(tick)), anchor == "end" ? Self.plot.right + 8 : place, bottom + 17,
        anchor: anchor, style: "tick")
    }
    document.line(Self.plot.left, bottom, Self.plot.right, bottom, style: "axis")
    document.line(Self.plot.left, top, Self.plot.left, bottom, style: "axis")
    let middle = (Self.plot.left + Self.plot.right) / 2
    document.text(xLabel, middle, bottom + 37, anchor: "middle", style: "label")
    document.text(
      yLabel, 13, (top + bottom) / 2, anchor: "middle", style: "label", turned: true)
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

  private func drawLegend(_ document: inout SVGDocument, below top: Double) {
    let order = series.indices.sorted {
      (series[$0].points.last?.y ?? 0) > (series[$1].points.last?.y ?? 0)
    }
    for (row, index) in order.enumerated() {
      let y = top + Double(row) * 19
      document.line(14, y, 40, y, style: "l s\(index % 10)")
      document.mark(index, 27, y)
      document.text(series[index].label, 48, y + 4, style: "label")
    }
  }
}

extension LineChart.Point {
  package init(x: Double, _ result: CaseResult) {
    self.init(x: x, y: result.median, low: result.p10, high: result.p90)
  }
}
