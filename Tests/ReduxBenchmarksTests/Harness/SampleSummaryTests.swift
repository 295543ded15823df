import Testing

@testable import ReduxBenchmarks

@Suite struct SampleSummaryTests {
  @Test(arguments: [
    ([100, 9, 20, 3, 1_000], [3, 5.4, 20, 640, 1_000]), ([4, 1, 3, 2], [1, 1.3, 2.5, 3.7, 4]),
    ([7], [7, 7, 7, 7, 7]), ([10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0], [0, 1, 5, 9, 10]),
    ([10, 20, 30, 40, 50], [10, 14, 30, 46, 50]),
  ])
  func percentilesAreInterpolatedBetweenSortedNumbers(
    samples: [Double], expected: [Double]
  ) throws {
    let summary = try #require(SampleSummary(of: samples))
    let found = [summary.minimum, summary.p10, summary.median, summary.p90, summary.maximum]
    #expect(zip(found, expected).allSatisfy { abs($0 - $1) < 1e-9 }, "\(found)")
    #expect(summary.count == samples.count)
  }

  /// So drift that hits both sides of a round cancels out.
  @Test func theRatioIsTheMedianOfTheRoundsThatHaveADenominator() {
    #expect(SampleSummary(ratiosOf: [10, 2, 3], to: [1, 2, 3])?.median == 1)
    #expect(SampleSummary(ratiosOf: [4, 9], to: [2, 0]) == SampleSummary(of: [2]))
    #expect(SampleSummary(ratiosOf: [4], to: [0]) == nil)
  }
}
