import Foundation
import Testing

@testable import ReduxBenchmarks

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct LineChartTests {
  private func chart(_ count: Int) -> LineChart {
    LineChart(
      title: "A title that is too long for one line & has <markup> in it, with more to come",
      xLabel: "objects", yLabel: "time per action",
      series: (0..<count).map { index in
        LineChart.Series(
          "series \(index)",
          points: [10.0, 1_000, 100_000].map { x in
            LineChart.Point(x: x, y: x * Double(index + 1), low: x / 2, high: x * 3)
          })
      })
  }

  @Test func everySeriesHasALineAMarkPerPointAndALabel() throws {
    let all = try Elements(of: chart(9).svg).all
    #expect(all.filter { $0.name == "polyline" }.count == 9)
    let marks = all.filter { $0.attributes["class"]?.hasPrefix("m s") == true }
    #expect(marks.count == 9 * 3 + 9)
  }

  @Test func labelsAreALineApartAndInsideThePicture() throws {
    let all = try Elements(of: chart(40).svg).all
    let height = try #require(
      all.first?.attributes["viewBox"]?.split(separator: " ").last.flatMap { Double($0) })
    let places = all.filter { $0.name == "text" && $0.attributes["x"] == "276" }
      .compactMap { Double($0.attributes["y"] ?? "") }.sorted()
    #expect(places.count == 40)
    #expect(zip(places, places.dropFirst()).allSatisfy { $1 - $0 >= 12 })
    #expect(try #require(places.first) > 0)
    #expect(try #require(places.last) < height)
  }

  @Test func labelsStandAtTheirLinesOrNextToThem() {
    let heights = [10.0, 10, 20]
    #expect(LineChart.movedApart([20, 90, 50], heights, from: 0, to: 100) == [20, 90, 50])
    #expect(LineChart.movedApart([52, 50, 51], heights, from: 0, to: 100) == [80, 50, 65])
    #expect(LineChart.movedApart([99, 98, 1], heights, from: 0, to: 100) == [95, 85, 10])
  }

  @Test func theFindingStandsAboveTheTitle() throws {
    let chart = LineChart(
      title: "Cost: 1,000 ms", finding: "A < B", xLabel: "", yLabel: "", series: [])
    let texts = try Elements(of: chart.svg).all.filter { $0.name == "text" }
    #expect(texts.prefix(2).map { $0.attributes["class"] } == ["title", "tick"])
    #expect(chart.svg.contains("aria-label=\"A &lt; B: Cost: 1,000 ms\""))
    #expect(chart.fileName == "cost-1-000-ms")
  }

  @Test func axesHaveTicksWithUnits() {
    let svg = chart(1).svg
    for text in [">1 ns<", ">1 µs<", ">100,000<", ">objects<", ">time per action<"] {
      #expect(svg.contains(text), "\(text)")
    }
    #expect(!svg.contains(">10,000<"), "it would touch the next")
  }

  @Test func pointsThatAreNotAboveZeroAreDropped() {
    let point = LineChart.Point(x: 1, y: 0, low: 0, high: 0)
    let line = LineChart.Series("empty", points: [point])
    #expect(LineChart(title: "", xLabel: "", yLabel: "", series: [line]).series.isEmpty)
  }

  /// Texts that end an attribute or an element, unless each of their scalars is escaped.
  static let hostileTexts = [
    "q\"\u{301} onload=\"\u{301}alert(1)", "<\u{338}script>\u{338}", "&\u{301}amp;\u{301}",
    "'\u{20D2} onload='", "]]>\u{301}<!--", "</svg\u{301}>", "\"\u{FE0F}\"\u{200D}>",
    "a\u{0}b\u{B}c\u{1B}[2J", "\u{FFFE}\u{FFFF}", "\u{85}\u{7F}\u{9B}", "é 字 🔑 👩\u{200D}💻",
    "line\r\nline\ttab", "",
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
