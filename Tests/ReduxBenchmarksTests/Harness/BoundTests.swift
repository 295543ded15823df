import Testing

@testable import ReduxBenchmarks

@Suite struct BoundTests {
  private static func rounds(_ low: Double, _ median: Double, _ high: Double) -> [Double] {
    [low, low, median, high, high]
  }

  @Test(arguments: [
    (Bound.atMost(1.3), rounds(1.1, 1.2, 1.3), Bound.Judgment.met),
    (.atMost(1.3), rounds(1.2, 1.3, 1.4), .met), (.atMost(1.3), rounds(1.3, 1.31, 1.4), .missed),
    (.atMost(1.3), rounds(2.8, 2.89, 3), .missed), (.atLeast(14), rounds(13, 14.1, 15), .met),
    (.atLeast(14), rounds(13, 14, 15), .met), (.atLeast(14), rounds(12.9, 13.9, 13.95), .missed),
    (.atLeast(14), rounds(12, 13, 13.5), .missed),
    // A regression: 2.89 passed, because the spread of the noisy run reached down to the bound.
    (.atMost(1.3), rounds(1.2, 2.89, 4.1), .inconclusive),
    (.atMost(1.3), rounds(1.5, 2.89, 4.1), .missed),
    (.atLeast(14), rounds(9, 12, 16), .inconclusive), (.atLeast(14), rounds(9, 12, 13.5), .missed),
    // A spread that is too wide to tell, unless the bound is outside of it; the last is a difference.
    (.atMost(1.3), rounds(0.9, 1, 1.34), .met), (.atMost(1.3), rounds(0.9, 1, 1.36), .inconclusive),
    (.atMost(1.4), rounds(0.9, 1, 1.36), .met), (.atMost(1), rounds(-0.5, 0.1, 2), .inconclusive),
    // An exact bound is met only when every measurement equals it.
    (.exactly(1), [1, 1, 1], .met), (.exactly(1), [1, 1, 2], .missed),
    (.exactly(1), [0, 1, 5], .missed),
    (.exactly(1), Array(repeating: 1, count: 30) + [2], .missed),
    (.exactly(1), [0] + Array(repeating: 1, count: 30), .missed),
  ])
  func theMedianDecidesUnlessTheSpreadIsTooWide(
    bound: Bound, rounds: [Double], judgment: Bound.Judgment
  ) throws {
    let figure = try #require(SampleSummary(of: rounds))
    #expect(RatioResult("ratio", bound, figure).verdict == judgment)
  }
}
