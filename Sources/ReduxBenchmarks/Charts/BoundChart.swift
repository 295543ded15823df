internal import CommandLineSupport

/// A chart of how far each ratio is from its bound.
struct BoundChart: Sendable {
  private static let width = 420.0
  private let ratios: [RatioResult]

  /// Creates a chart of the ratios for which a margin exists.
  init(ratios: [RatioResult]) {
    self.ratios = ratios.filter {
      [.atMost, .atLeast].contains($0.bound.direction) && $0.value > 0 && $0.bound.value > 0
    }
  }

  /// The chart as SVG; each ratio has its name above its bar.
  var svg: String {
    let title = "Each ratio against its bound"
    var document = SVGDocument(width: Self.width, label: title)
    let labels = ratios.map { "\($0.name): \(FigureFormat.ratio($0.value))".wrapped(to: 62) }
    let top = 62.0
    let height = top + labels.reduce(0) { $0 + Double($1.count) * 15 + 22 } + 14
    let axis = LogAxis(
      values: [0.5, 2] + ratios.map { min(100, max(0.1, $0.bound.margin(of: $0.value))) },
      from: 16, to: Self.width - 16)
    document.rectangle(0, 0, Self.width, height, style: "paper")
    document.text(title, 12, 22, style: "title")
    for tick in axis.ticks {
      let place = axis.position(tick)
      let anchor =
        place < 30 ? "start" : place > Self.width - 30 ? "end" : "middle"
      document.text(
        tick == 1 ? "bound" : "\(FigureFormat.ratio(tick))×", place, top - 14, anchor: anchor,
        style: "tick")
    }
    var y = top
    for (ratio, lines) in zip(ratios, labels) {
      for line in lines {
        y += 15
        document.text(line, 16, y, style: "label")
      }
      y += 11
      draw(ratio, y, &document, axis)
      y += 11
    }
    return document.finished(height: height)
  }

  private func draw(
    _ ratio: RatioResult, _ y: Double, _ document: inout SVGDocument, _ axis: LogAxis
  ) {
    func place(_ figure: Double) -> Double { axis.position(ratio.bound.margin(of: figure)) }
    // Only beside the bar, so that no line crosses a label.
    for tick in axis.ticks {
      let place = axis.position(tick)
      document.line(place, y - 8, place, y + 8, style: tick == 1 ? "bound" : "grid")
    }
    let ends = [place(ratio.low), place(ratio.high)].sorted()
    document.line(ends[0], y, ends[1], y, style: "spread \(ratio.cssClass)")
    document.rectangle(place(ratio.value) - 3.5, y - 3.5, 7, 7, style: ratio.cssClass)
  }
}
