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

  @Test func thePageReadsOnAPhoneInLightAndDark() throws {
    let page = try page()
    #expect(page.contains("name=\"viewport\" content=\"width=device-width"))
    #expect(page.contains("prefers-color-scheme:dark"))
  }

  @Test func namesAreEscaped() throws {
    let page = try page()
    #expect(!page.contains("array<Int>"))
    #expect(page.contains("array&lt;Int&gt;"))
    #expect(page.contains("fast &amp; good"))
    #expect(page.contains("Sorting &lt;10 elements"))
  }

  @Test func missedRatiosAreShownAsMissed() throws {
    #expect(try page().contains("<b class=\"bad\">missed</b>"))
    #expect(try page().contains("1 missed."))
  }
}
