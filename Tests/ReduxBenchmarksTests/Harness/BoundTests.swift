import Testing

@testable import ReduxBenchmarks

@Suite struct BoundTests {
  private func verdict(_ bound: Bound, _ rounds: [Double]) throws -> Bound.Judgment {
    let figure = try #require(SampleSummary(of: rounds))
    return RatioResult("ratio", bound, figure).verdict
  }

  /// Five rounds with these percentiles and median.
  private func rounds(_ low: Double, _ median: Double, _ high: Double) -> [Double] {
    [low, low, median, high, high]
  }

  @Test(arguments: [
    (1.2, Bound.Judgment.met), (1.3, .met), (1.31, .missed), (2.89, .missed),
  ])
  func theMedianAloneDecidesAtMost(median: Double, verdict: Bound.Judgment) throws {
    #expect(try self.verdict(.atMost(1.3), rounds(median - 0.1, median, median + 0.1)) == verdict)
  }

  @Test(arguments: [
    (14.1, Bound.Judgment.met), (14, .met), (13.9, .missed), (13, .missed),
  ])
  func theMedianAloneDecidesAtLeast(median: Double, verdict: Bound.Judgment) throws {
    #expect(try self.verdict(.atLeast(14), rounds(median - 1, median, median + 1)) == verdict)
  }

  /// A regression: 2.89 against a bound of 1.3 passed, because the spread of the noisy run reached
  /// down to the bound.
  @Test func aNoisyRunDoesNotMeetABoundThatItsMedianMisses() throws {
    #expect(try verdict(.atMost(1.3), rounds(1.2, 2.89, 4.1)) == .inconclusive)
    #expect(try verdict(.atMost(1.3), rounds(1.5, 2.89, 4.1)) == .missed)
    #expect(try verdict(.atLeast(14), rounds(9, 12, 16)) == .inconclusive)
    #expect(try verdict(.atLeast(14), rounds(9, 12, 13.5)) == .missed)
  }

  @Test func aSpreadThatIsTooWideToTellDoesNotMeetABoundEither() throws {
    #expect(try verdict(.atMost(1.3), rounds(0.9, 1, 1.34)) == .met)
    #expect(try verdict(.atMost(1.3), rounds(0.9, 1, 1.36)) == .inconclusive)
    #expect(try verdict(.atMost(1.4), rounds(0.9, 1, 1.36)) == .met, "the bound is outside")
    #expect(try verdict(.atMost(1), rounds(-0.5, 0.1, 2)) == .inconclusive, "a difference of times")
  }

  @Test func anExactBoundIsMetOnlyWhenEveryMeasurementEqualsIt() throws {
    #expect(try verdict(.exactly(1), [1, 1, 1]) == .met)
    #expect(try verdict(.exactly(1), [1, 1, 2]) == .missed)
    #expect(try verdict(.exactly(1), Array(repeating: 1, count: 30) + [2]) == .missed)
    #expect(try verdict(.exactly(1), [0, 1, 5]) == .missed)
  }

  @Test func aBoundIsShownWithItsDirection() {
    #expect(["\(Bound.atLeast(2))", "\(Bound.atMost(1_000))"] == ["≥ 2", "≤ 1,000"])
  }
}
