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
  /// The result of this run in a sentence; nil where a figure is missing.
  let finding: String?
  let xLabel: String
  let yLabel: String
  let series: [Series]

  /// Creates a chart of the series that have points.
  ///
  /// The ticks of the vertical axis are times. The finding is above the title.
  package init(
    title: String, finding: String? = nil, xLabel: String, yLabel: String, series: [Series]
  ) {
    self.title = title
    self.finding = finding
    self.xLabel = xLabel
    self.yLabel = yLabel
    self.series = series.filter { !$0.points.isEmpty }
  }

  /// The title as the name of a file.
  var fileName: String {
    title.lowercased().split { !($0.isLetter || $0.isNumber) }.joined(separator: "-")
  }

  private static let width = 420.0
  private static let plot = (left: 62.0, right: 250.0, least: 270.0)
  private static let labels = (left: 276.0, letters: 24, line: 12.0, gap: 6.0)

  /// The chart as SVG.
  ///
  /// Each line has its label at its end. The plot is as high as all labels, which are moved apart, so that no
  /// label covers a line or another label.
  var svg: String {
    var document = SVGDocument(width: Self.width, label: finding.map { "\($0): \(title)" } ?? title)
    let titleLines = (finding ?? title).wrapped(to: 50)
    let texts = series.map { $0.label.wrapped(to: Self.labels.letters) }
    let heights = texts.map { Double($0.count) * Self.labels.line + Self.labels.gap }
    let top = 20.0 + Double(titleLines.count) * 18 + (finding == nil ? 0 : 18)
    let bottom = top + max(Self.plot.least, heights.reduce(0, +))
    let points = series.flatMap(\.points)
    let x = LogAxis(values: points.map(\.x), from: Self.plot.left, to: Self.plot.right)
    let y = LogAxis(values: points.flatMap { [$0.low, $0.high, $0.y] }, from: bottom, to: top)
    document.rectangle(0, 0, Self.width, bottom + 50, style: "paper")
    for (index, line) in titleLines.enumerated() {
      document.text(line, 12, 22 + Double(index) * 18, style: "title")
    }
    if finding != nil { document.text(title, 12, top - 14, style: "tick") }
    drawAxes(&document, x, y, top: top, bottom: bottom)
    for (index, line) in series.enumerated() { draw(line, index, &document, x, y) }
    let ends = series.compactMap { line in
      line.points.last.map { (x.position($0.x), y.position($0.y)) }
    }
    let places = Self.movedApart(ends.map(\.1), heights, from: top, to: bottom)
    for (index, place) in places.enumerated() {
      document.line(
        ends[index].0 + 6, ends[index].1, Self.labels.left - 14, place, style: "e s\(index % 10)")
      document.mark(index, Self.labels.left - 8, place)
      let first = place - Double(texts[index].count - 1) / 2 * Self.labels.line + 4
      for (row, text) in texts[index].enumerated() {
        document.text(
          text, Self.labels.left, first + Double(row) * Self.labels.line, style: "label")
      }
    }
    return document.finished(height: bottom + 50)
  }

  /// The middles of labels of these heights, as near to their lines as they fit between two places.
  static func movedApart(
    _ wanted: [Double], _ heights: [Double], from top: Double, to bottom: Double
  ) -> [Double] {
    var places = wanted
    let order = wanted.indices.sorted { wanted[$0] < wanted[$1] }
    var end = top
    for index in order {
      places[index] = max(wanted[index], end + heights[index] / 2)
      end = places[index] + heights[index] / 2
    }
    end = bottom
    for index in order.reversed() {
      places[index] = min(places[index], end - heights[index] / 2)
      end = places[index] - heights[index] / 2
    }
    return places
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
    // From the right, so that the largest has a label; one that would touch the next has none.
    var end = Self.plot.right + 30
    for tick in x.ticks.reversed() {
      let place = x.position(tick)
      document.line(place, top, place, bottom, style: "grid")
      let text = FigureFormat.grouped(Int(tick))
      let half = Double(text.count) * 3.4
      guard place + half <= end else { continue }
      document.text(text, place, bottom + 17, anchor: "middle", style: "tick")
      end = place - half - 4
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
}

extension LineChart.Point {
  package init(x: Double, _ result: CaseResult) {
    self.init(x: x, y: result.median, low: result.p10, high: result.p90)
  }
}
