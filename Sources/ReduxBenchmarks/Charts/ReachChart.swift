/// How far each row came relative to its reach.
///
/// ## Thread safety
/// Safe from any thread because it is an immutable value.
package struct ReachChart: Sendable {
  private static let width = 420.0
  private let rows: [RatioResult]

  /// Makes a chart.
  ///
  /// - Parameter rows: the rows; a row for which no factor can be given is left out.
  package init(rows: [RatioResult]) {
    self.rows = rows.filter { $0.direction != .exactly && $0.value > 0 && $0.reach > 0 }
  }

  /// By what factor a figure is better than the reach; below 1 it missed it.
  package static func factor(_ value: Double, of row: RatioResult) -> Double {
    row.direction == .atLeast ? value / row.reach : row.reach / max(value, 1e-9)
  }

  /// The chart as an SVG picture that needs nothing else: each row has its label above its bar.
  package var svg: String {
    let title = "Each row against its reach"
    var document = SVGDocument(width: Self.width, label: title)
    let labels = rows.map { TextWrap.lines($0.name, width: 62) }
    let top = 62.0
    let height = top + labels.reduce(0) { $0 + Double($1.count) * 15 + 22 } + 14
    let axis = LogAxis(
      values: [0.5, 2] + rows.map { min(100, max(0.1, Self.factor($0.value, of: $0))) },
      from: 16, to: Self.width - 16)
    document.rectangle(0, 0, Self.width, height, style: "paper")
    document.text(title, 12, 22, style: "title")
    for tick in axis.ticks {
      let place = axis.position(tick)
      let anchor: SVGDocument.Anchor =
        place < 30 ? .start : place > Self.width - 30 ? .end : .middle
      document.text(
        tick == 1 ? "reach" : "\(FigureFormat.ratio(tick))×", place, top - 14, anchor: anchor,
        style: "tick")
    }
    var y = top
    for (row, lines) in zip(rows, labels) {
      for line in lines {
        y += 15
        document.text(line, 16, y, style: "label")
      }
      y += 11
      draw(row, y, &document, axis)
      y += 11
    }
    return document.finished(height: height)
  }

  private func draw(
    _ row: RatioResult, _ y: Double, _ document: inout SVGDocument, _ axis: LogAxis
  ) {
    // Only beside the bar, so that no line crosses a label.
    for tick in axis.ticks {
      let place = axis.position(tick)
      document.line(place, y - 8, place, y + 8, style: tick == 1 ? "reach" : "grid")
    }
    let style = row.cssClass
    let ends = [row.low, row.high].map { axis.position(Self.factor($0, of: row)) }.sorted()
    document.line(ends[0], y, ends[1], y, style: "spread \(style)")
    let middle = axis.position(Self.factor(row.value, of: row))
    document.rectangle(middle - 3.5, y - 3.5, 7, 7, style: style)
    let figure = "\(row.noisy ? "~" : "")\(FigureFormat.ratio(row.value))"
    let reach = axis.position(1)
    let wouldCrossReach = ends[1] <= reach && ends[1] + 45 > reach
    let isLeft = ends[1] > Self.width - 90 || wouldCrossReach
    document.text(
      figure, isLeft ? ends[0] - 7 : ends[1] + 7, y + 4, anchor: isLeft ? .end : .start,
      style: "tick")
  }
}
