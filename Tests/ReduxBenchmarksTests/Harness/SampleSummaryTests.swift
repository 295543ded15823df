import Testing

@testable import ReduxBenchmarks

@Suite struct SampleSummaryTests {
  @Test func noSamplesHaveNoSummary() {
    #expect(SampleSummary(of: []) == nil)
  }

  @Test func samplesAreSortedAsNumbersNotAsText() throws {
    let summary = try #require(SampleSummary(of: [100, 9, 20, 3, 1_000]))
    #expect(summary.median == 20)
  }

  @Test func medianOfAnEvenNumberLiesBetweenTheMiddleOnes() throws {
    #expect(try #require(SampleSummary(of: [4, 1, 3, 2])).median == 2.5)
  }

  @Test func percentilesAreInterpolated() throws {
    let summary = try #require(SampleSummary(of: (0...10).map(Double.init).shuffled()))
    #expect(summary.p10 == 1)
    #expect(summary.p90 == 9)
    #expect(summary.count == 11)
    let five = try #require(SampleSummary(of: [10, 20, 30, 40, 50]))
    #expect(abs(five.p10 - 14) < 1e-9)
    #expect(abs(five.p90 - 46) < 1e-9)
  }

  @Test func oneSampleIsItsOwnSpread() throws {
    let summary = try #require(SampleSummary(of: [7]))
    #expect([summary.p10, summary.median, summary.p90] == [7, 7, 7])
  }

  @Test func aFewHighSamplesHardlyMoveTheDeviation() throws {
    let quiet = Array(repeating: 10.0, count: 95)
    let summary = try #require(SampleSummary(of: quiet + [1e9, 1e9, 1e9]))
    #expect(summary.robustDeviation == 0)
  }
}
