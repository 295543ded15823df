extension LineChart {
  private static let width = 420.0
  private static let plot = (left: 62.0, right: 404.0, height: 270.0)

  /// The chart as an SVG picture that needs nothing else.
  ///
  /// The legend stands below the plot, one line each, in the order in which the lines end; so no label
  /// can cover another one or a line.
  public var svg: String {
    var document = SVGDocument(width: Self.width, label: title)
    let titleLines = TextWrap.lines(title, width: 50)
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
        FigureFormat.time(tick), Self.plot.left - 7, place + 4, anchor: .end, style: "tick")
    }
    for tick in x.ticks {
      let place = x.position(tick)
      document.line(place, top, place, bottom, style: "grid")
      let anchor: SVGDocument.Anchor = place > Self.plot.right - 12 ? .end : .middle
      document.text(
        FigureFormat.grouped(tick), anchor == .end ? Self.plot.right + 8 : place, bottom + 17,
        anchor: anchor, style: "tick")
    }
    document.line(Self.plot.left, bottom, Self.plot.right, bottom, style: "axis")
    document.line(Self.plot.left, top, Self.plot.left, bottom, style: "axis")
    let middle = (Self.plot.left + Self.plot.right) / 2
    document.text(xLabel, middle, bottom + 37, anchor: .middle, style: "label")
    document.text(
      yLabel, 13, (top + bottom) / 2, anchor: .middle, style: "label", turned: true)
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
