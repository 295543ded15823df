import Testing

@testable import ReduxBenchmarks

@Suite struct SampleSummaryTests {
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
    #expect([summary.minimum, summary.maximum] == [7, 7])
  }

  @Test func driftThatHitsBothSidesCancelsOut() throws {
    let drift = (1...40).map(Double.init)
    let ratio = try #require(
      SampleSummary(ratiosOf: drift.map { 30 * $0 }, to: drift.map { 10 * $0 }))
    #expect(abs(ratio.median - 3) < 1e-9)
    #expect(abs(ratio.p90 - 3) < 1e-9)
  }

  @Test func theRatioIsTheMedianOfTheRoundsNotTheRatioOfTheMedians() {
    #expect(SampleSummary(ratiosOf: [10, 2, 3], to: [1, 2, 3])?.median == 1)
  }

  @Test func roundsWithoutADenominatorAreDropped() throws {
    let ratio = try #require(SampleSummary(ratiosOf: [4, 9], to: [2, 0]))
    #expect(ratio.count == 1)
    #expect(ratio.median == 2)
    #expect(SampleSummary(ratiosOf: [4], to: [0]) == nil)
  }
}
