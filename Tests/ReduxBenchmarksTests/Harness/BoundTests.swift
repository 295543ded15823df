import Testing

@testable import ReduxBenchmarks

@Suite struct BoundTests {
  private func verdict(_ bound: Bound, _ rounds: [Double]) throws -> Bound.Judgment {
    let figure = try #require(SampleSummary(of: rounds))
    return RatioResult("ratio", bound, figure).verdict
  }

  @Test(arguments: [
    (Bound.atMost(1.3), [1.1, 1.2, 1.3], Bound.Judgment.met),
    (.atMost(1.3), [1.2, 1.3, 1.4], .met),
    (.atMost(1.3), [1.3, 1.31, 1.4], .missed), (.atMost(1.3), [2.8, 2.89, 3], .missed),
    (.atLeast(14), [13, 14.1, 15], .met), (.atLeast(14), [13, 14, 15], .met),
    (.atLeast(14), [12.9, 13.9, 13.95], .missed), (.atLeast(14), [12, 13, 13.5], .missed),
    // A regression: 2.89 passed, because the spread of the noisy run reached down to the bound.
    (.atMost(1.3), [1.2, 2.89, 4.1], .inconclusive), (.atMost(1.3), [1.5, 2.89, 4.1], .missed),
    (.atLeast(14), [9, 12, 16], .inconclusive), (.atLeast(14), [9, 12, 13.5], .missed),
    // A spread that is too wide to tell, unless the bound is outside of it; the last is a difference.
    (.atMost(1.3), [0.9, 1, 1.34], .met), (.atMost(1.3), [0.9, 1, 1.36], .inconclusive),
    (.atMost(1.4), [0.9, 1, 1.36], .met), (.atMost(1), [-0.5, 0.1, 2], .inconclusive),
  ])
  func theMedianDecidesUnlessTheSpreadIsTooWide(
    bound: Bound, figures: [Double], judgment: Bound.Judgment
  ) throws {
    let (low, median, high) = (figures[0], figures[1], figures[2])
    #expect(try verdict(bound, [low, low, median, high, high]) == judgment)
  }

  @Test(arguments: [
    ([1, 1, 1], Bound.Judgment.met), ([1, 1, 2], .missed), ([0, 1, 5], .missed),
    (Array(repeating: 1, count: 30) + [2], .missed),
  ])
  func anExactBoundIsMetOnlyWhenEveryMeasurementEqualsIt(
    rounds: [Double], judgment: Bound.Judgment
  ) throws {
    #expect(try verdict(.exactly(1), rounds) == judgment)
  }

  @Test func aBoundIsShownWithItsDirection() {
    #expect(["\(Bound.atLeast(2))", "\(Bound.atMost(1_000))"] == ["≥ 2", "≤ 1,000"])
  }
}
