import Foundation
import Testing

@testable import ReduxBenchmarks

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct LineChartTests {
  /// A chart of so many series, and of one without a point above zero.
  private func chart(_ count: Int) -> LineChart {
    let dropped = LineChart.Point(x: 1, y: 0, low: 0, high: 0)
    return LineChart(
      title: "Cost < 1,000 ms", xLabel: "objects", yLabel: "time per action",
      series: (0..<count).map { index in
        LineChart.Series(
          "series \(index)",
          points: [10.0, 1_000, 100_000].map { x in
            LineChart.Point(x: x, y: x * Double(index + 1), low: x / 2, high: x * 3)
          })
      } + [LineChart.Series("empty", points: [dropped])])
  }

  @Test func aChartHasItsTicksAndForEachSeriesALineMarksAndALabel() throws {
    let chart = chart(40)
    let all = try Elements(of: chart.svg).all
    #expect(all.count { $0.name == "polyline" } == 40)
    #expect(all.count { $0.attributes["class"]?.hasPrefix("m s") == true } == 40 * 3 + 40)
    let height = try #require(
      all.first?.attributes["viewBox"]?.split(separator: " ").last.flatMap { Double($0) })
    let labels = all.filter { $0.name == "text" && $0.attributes["x"] == "32" }
      .compactMap { Double($0.attributes["y"] ?? "") }
    #expect(labels.count == 40)
    #expect(zip(labels, labels.dropFirst() + [height]).allSatisfy { $1 - $0 >= 12 }, "\(labels)")
    #expect(chart.fileName == "cost-1-000-ms")
    for text in [
      "aria-label=\"Cost &lt; 1,000 ms\"", ">1 ns<", ">1 µs<", ">100,000<", ">objects<",
      ">time per action<", ">series 39<",
    ] {
      #expect(chart.svg.contains(text), "\(text)")
    }
  }

  @Test(arguments: [
    ([10, 1_000], [10, 100, 1_000], [0, 100]), ([10], [10, 100], [0]), ([], [1, 10], []),
    ([7, 45, 230], [1, 10, 100, 1_000], [28, 55, 79]),
    ([0, 1, 100], [1, 10, 100], [0, 0, 100]),
  ])
  func decadesOfAnAxisAreEquallyFarApart(values: [Double], ticks: [Double], places: [Double]) {
    let axis = LogAxis(values: values, from: 0, to: 100)
    #expect(axis.ticks == ticks)
    #expect(values.map { axis.position($0).rounded() } == places)
    let down = LogAxis(values: values, from: 100, to: 0)
    #expect(values.map { 100 - down.position($0).rounded() } == places)
  }

  /// Texts that end an attribute or an element, unless each of their scalars is escaped.
  static let hostileTexts = [
    "q\"\u{301} onload=\"\u{301}alert(1)", "<\u{338}script>\u{338}", "&\u{301}amp;\u{301}",
    "'\u{20D2} onload='", "a\u{0}b\u{B}c\u{1B}[2J\u{FFFE}\u{7F}", "é 字 🔑 👩\u{200D}💻", "a\r\nb\tc",
  ]

  @Test(arguments: hostileTexts)
  func aPictureIsWellFormedWithAnyText(text: String) throws {
    let point = LineChart.Point(x: 1, y: 1, low: 1, high: 1)
    let chart = LineChart(
      title: text, xLabel: text, yLabel: text, series: [LineChart.Series(text, points: [point])])
    let (plain, all) = try (Elements(of: self.chart(1).svg).all, Elements(of: chart.svg).all)
    let label = try #require(all.first?.attributes["aria-label"])
    let kept = text.unicodeScalars.filter {
      $0.value >= 0xA0 && $0.value < 0xFFFE || "a"..."z" ~= $0
    }
    let shown = label.unicodeScalars.filter {
      $0.value >= 0xA0 && $0.value < 0xFFFD || "a"..."z" ~= $0
    }
    #expect(Array(String.UnicodeScalarView(shown)) == Array(String.UnicodeScalarView(kept)))
    for element in all {
      let names = Set(element.attributes.keys)
      #expect(plain.contains { $0.name == element.name && names.isSubset(of: $0.attributes.keys) })
    }
  }
}

/// The elements of a picture that is well formed.
final class Elements: NSObject, XMLParserDelegate {
  private(set) var all: [(name: String, attributes: [String: String])] = []

  init(of svg: String) throws {
    super.init()
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = self
    try #require(parser.parse(), "\(String(describing: parser.parserError))")
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    all.append((name, attributes))
  }
}
