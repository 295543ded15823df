import Foundation
import Testing

@testable import ReduxBenchmarks

@Suite struct BoundChartTests {
  @Test func ratiosAreShownByTheirMargin() throws {
    let ratios = try BenchmarkReport.fixture().ratios
    let all = try Elements(of: BoundChart(ratios: ratios).svg).all
    #expect(all.contains { $0.attributes["class"] == "good" })
    #expect(all.contains { $0.attributes["class"] == "bad" })
  }

  @Test func theFigureOfARatioThatJustMissedDoesNotCoverTheLineOfTheBound() throws {
    func figure(_ value: Double) throws -> String {
      let ratio = RatioResult(
        "nearly", .atLeast(10), try #require(PairedRatio(rounds: [value, value, value])))
      let text = BoundChart(ratios: [ratio]).svg.components(separatedBy: "<text").dropFirst()
      return try #require(text.last { $0.contains(">\(FigureFormat.ratio(value))<") })
    }
    #expect(try figure(9).contains("text-anchor=\"end\""))
    #expect(try figure(1.5).contains("text-anchor=\"start\""))
    #expect(try figure(12).contains("text-anchor=\"start\""))
  }
}
