import Foundation
import Testing

@testable import ReduxBenchmarks

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct ChartTests {
  /// Collects the elements of a picture, and fails on what is not well formed.
  private final class Elements: NSObject, XMLParserDelegate {
    var all: [(name: String, attributes: [String: String])] = []

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      all.append((name, attributes))
    }
  }

  private func elements(of svg: String) throws -> Elements {
    let elements = Elements()
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = elements
    try #require(parser.parse(), "\(String(describing: parser.parserError))")
    return elements
  }

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

  @Test func everySeriesHasALineAMarkPerPointAndALegend() throws {
    let all = try elements(of: chart(9).svg).all
    #expect(all.filter { $0.name == "polyline" }.count == 9)
    let marks = all.filter { $0.attributes["class"]?.hasPrefix("m s") == true }
    #expect(marks.count == 9 * 3 + 9)
  }

  @Test func labelsOfTheLegendStandALineApartAndInsideThePicture() throws {
    let all = try elements(of: chart(9).svg).all
    let height = try #require(
      all.first?.attributes["viewBox"]?.split(separator: " ").last.flatMap { Double($0) })
    let places = all.filter { $0.name == "text" && $0.attributes["x"] == "48" }
      .compactMap { Double($0.attributes["y"] ?? "") }
    #expect(places.count == 9)
    #expect(zip(places, places.dropFirst()).allSatisfy { $1 - $0 >= 15 })
    #expect(try #require(places.last) < height)
  }

  @Test func axesHaveTicksWithUnits() {
    let svg = chart(1).svg
    for text in [">1 ns<", ">1 µs<", ">100,000<", ">objects<", ">time per action<"] {
      #expect(svg.contains(text), "\(text)")
    }
  }

  @Test func whatIsNotAboveZeroIsLeftOut() {
    let point = LineChart.Point(x: 1, y: 0, low: 0, high: 0)
    let line = LineChart.Series("empty", points: [point])
    #expect(LineChart(title: "", xLabel: "", yLabel: "", series: [line]).series.isEmpty)
  }

  @Test func theNameOfTheFileFollowsFromTheTitle() {
    let chart = LineChart(title: "Cost: 1,000 objects, é!", xLabel: "", yLabel: "", series: [])
    #expect(chart.fileName == "cost-1-000-objects")
  }

  @Test func rowsAreShownByHowFarTheyCame() throws {
    let rows = try BenchmarkReport.fixture().ratios
    #expect(ReachChart.factor(3, of: rows[0]) == 1.5)
    #expect(ReachChart.factor(4, of: rows[1]) == 0.25)
    let all = try elements(of: ReachChart(rows: rows).svg).all
    #expect(all.contains { $0.attributes["class"] == "good" })
    #expect(all.contains { $0.attributes["class"] == "bad" })
  }

  @Test func theFigureOfARowThatJustMissedStandsClearOfTheLine() throws {
    let claim = RatioClaim("nearly", of: "a", to: "b", .atLeast(10))
    func figure(_ value: Double) throws -> String {
      let row = RatioResult(claim, try #require(PairedRatio(rounds: [value, value, value])))
      let text = ReachChart(rows: [row]).svg.components(separatedBy: "<text").dropFirst()
      return try #require(text.last { $0.contains(">\(FigureFormat.ratio(value))<") })
    }
    #expect(try figure(9).contains("text-anchor=\"end\""))
    #expect(try figure(1.5).contains("text-anchor=\"start\""))
    #expect(try figure(12).contains("text-anchor=\"start\""))
  }

  @Test func textIsBrokenBetweenWords() {
    #expect(TextWrap.lines("one two three", width: 7) == ["one two", "three"])
    #expect(TextWrap.lines("extraordinarily so", width: 4) == ["extraordinarily", "so"])
    #expect(TextWrap.lines("", width: 4).isEmpty)
  }
}
