import Testing

@testable import ReduxBenchmarks

@Suite struct ReachTests {
  private func figure(_ low: Double, _ value: Double, _ high: Double) throws -> SampleSummary {
    try #require(SampleSummary(of: Array(repeating: low, count: 2) + [value] + [high, high]))
  }

  @Test func atLeastHoldsWhenTheSpreadReachesIt() throws {
    #expect(Reach.atLeast(14).holds(for: try figure(15, 20, 25)))
    #expect(Reach.atLeast(14).holds(for: try figure(10, 12, 15)))
    #expect(!Reach.atLeast(14).holds(for: try figure(10, 12, 13)))
  }

  @Test func atMostHoldsWhenTheSpreadReachesIt() throws {
    #expect(Reach.atMost(2).holds(for: try figure(1, 1.5, 3)))
    #expect(Reach.atMost(2).holds(for: try figure(1.9, 2.5, 3)))
    #expect(!Reach.atMost(2).holds(for: try figure(2.1, 2.5, 3)))
  }

  @Test func exactlyHoldsOnlyWhenEveryMeasurementIsTheBound() throws {
    #expect(Reach.exactly(1).holds(for: try figure(1, 1, 1)))
    #expect(!Reach.exactly(1).holds(for: try figure(1, 1, 2)))
  }

  @Test(arguments: [(15.0, "held"), (13.9, "in spread"), (13.0, "missed")])
  func theVerdictTellsTheMedianFromTheSpread(value: Double, verdict: String) throws {
    let claim = RatioClaim("row", of: "a", to: "b", .atLeast(14))
    let rounds = [value - 0.5, value, value + 0.5]
    #expect(RatioResult(claim, try #require(PairedRatio(rounds: rounds))).verdict == verdict)
  }
}
