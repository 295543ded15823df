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
}
