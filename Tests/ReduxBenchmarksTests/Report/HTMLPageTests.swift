import Foundation
import Testing

@testable import ReduxBenchmarks

@Suite struct HTMLPageTests {
  @Test func theAnswerComesFirstTheBoundsLastAndThePageNeedsNoNetwork() throws {
    let line = LineChart.Series(
      "a < b", points: [1.0, 10, 100].map { LineChart.Point(x: $0, y: $0, low: $0, high: $0) })
    let chart = LineChart(title: "T", xLabel: "x", yLabel: "y", series: [line])
    var report = try BenchmarkReport.fixture()
    let page = HTMLPage(title: "Page", report: report, charts: [chart]).text
    let headings = page.matches(of: /<h[12]>([^<]*)</).map { String($0.1) }
    #expect(
      headings == [
        "Sorting &lt;10 elements is cheap.", "Charts", "Times", "Not measured",
        "Ratios and their bounds",
      ])
    let scrolling =
      /<p class="hint">[^<]*<\/p>\n<div class="scroll" role="region" aria-label="[^"]*" tabindex="0"><table>/
    #expect(page.matches(of: scrolling).count == page.matches(of: /<table>/).count)
    #expect(page.matches(of: /<th scope="(col|row)">/).count == page.matches(of: /<th\b/).count)
    for reference in ["src=", "href=", "url(", "@import", "<script", "<link"] {
      #expect(!page.contains(reference), "\(reference)")
    }
    report.findings = []
    let bare = HTMLPage(title: "Page", report: report, charts: []).text
    #expect(bare.contains("<h1>\(report.summary)</h1>"))
  }

  /// As `LineChartTests` says, no text gets out of what the escaping makes of it.
  @Test func everyTextIsEscaped() throws {
    let text = "<i class=\"x\">"
    var report = try BenchmarkReport.fixture()
    report.findings = [text, text]
    report.tables = [ReportTable(title: text, columns: [text, text], rows: [[text, text]])]
    report.skipped = [SkippedResult(name: text, reason: text)]
    report.ratios.append(RatioResult(text, .reported, try #require(SampleSummary(of: [1]))))
    report.cases = [
      CaseResult(BenchmarkCase(text, size: 1) { {} }, try #require(SampleSummary(of: [1])))
    ]
    let page = HTMLPage(title: text, report: report, charts: []).text
    #expect(!page.contains("<i") && !page.contains("\"x\""))
    // The title twice, both findings, the table's title, columns and cells, and all that has a name.
    #expect(page.components(separatedBy: "&lt;i").count - 1 == 14)
  }
}
