import Foundation
import Testing

@testable import ReduxBenchmarks

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct HTMLPageTests {
  private func page() throws -> String {
    let line = LineChart.Series(
      "a < b", points: [1.0, 10, 100].map { LineChart.Point(x: $0, y: $0, low: $0, high: $0) })
    let chart = LineChart(title: "T", xLabel: "x", yLabel: "y", series: [line])
    return HTMLPage(title: "Page", report: try .fixture(), charts: [chart]).text
  }

  @Test func thePageNeedsNoNetwork() throws {
    let page = try page()
    for reference in ["src=", "href=", "url(", "@import", "<script", "<link"] {
      #expect(!page.contains(reference), "\(reference)")
    }
  }

  /// The tags of a page with the names of their attributes, as a parser sees them: by scalars.
  private func tags(of page: String) -> [String] {
    var tags: [String] = []
    var rest = page.unicodeScalars[...]
    while let start = rest.firstIndex(of: "<") {
      var tag = ""
      var quote: Unicode.Scalar?
      var index = rest.index(after: start)
      while index < rest.endIndex, quote != nil || rest[index] != ">" {
        let scalar = rest[index]
        if scalar == quote {
          quote = nil
        } else if quote == nil, scalar == "\"" || scalar == "'" {
          quote = scalar
        } else if quote == nil {
          tag.unicodeScalars.append(scalar)
        }
        index = rest.index(after: index)
      }
      tags.append(tag)
      rest = rest[index...]
    }
    return tags
  }

  @Test(arguments: LineChartTests.hostileTexts)
  func noTextMakesATagOrAnAttribute(text: String) throws {
    func page(_ text: String) throws -> String {
      var report = try BenchmarkReport.fixture()
      report.findings = [text]
      report.tables = [ReportTable(title: text, columns: [text, text], rows: [[text, text]])]
      report.skipped = [SkippedResult(name: text, reason: text)]
      let point = LineChart.Point(x: 1, y: 1, low: 1, high: 1)
      let chart = LineChart(
        title: text, xLabel: text, yLabel: text, series: [LineChart.Series(text, points: [point])])
      return HTMLPage(title: text, report: report, charts: [chart]).text
    }
    let breaks = ["wbr"]
    let expected = tags(of: try page("plain")).filter { !breaks.contains($0) }
    #expect(tags(of: try page(text)).filter { !breaks.contains($0) } == expected)
  }

  @Test func theAnswerComesFirstAndTheBoundsLast() throws {
    let page = try page()
    let headline = try #require(page.firstMatch(of: /<h1>([^<]*)</))
    #expect(headline.1 == "Sorting &lt;10 elements is cheap.")
    let headings = page.matches(of: /<h2>([^<]*)</).map { String($0.1) }
    #expect(headings == ["Charts", "Times", "Not measured", "Ratios and their bounds"])
    var report = try BenchmarkReport.fixture()
    report.findings = []
    let bare = HTMLPage(title: "Page", report: report, charts: []).text
    #expect(bare.contains("<h1>\(report.summary)</h1>"))
  }

  @Test func tablesHaveCaptionsHeadersAndAHintWhereTheyScroll() throws {
    let page = try page()
    func count(_ text: String) -> Int { page.components(separatedBy: text).count - 1 }
    let tables = count("<table>")
    #expect(tables >= 3)
    #expect(count("<caption>") == tables)
    #expect(count("role=\"region\"") == tables)
    #expect(count("<p class=\"hint\">") == tables)
    #expect(count("<th ") == count("<th scope=\"col\">") + count("<th scope=\"row\">"))
    #expect(count("<th>") == 0)
  }
}
