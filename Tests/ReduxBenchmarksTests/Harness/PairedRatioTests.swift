import Testing

@testable import ReduxBenchmarks

@Suite struct PairedRatioTests {
  @Test func driftThatHitsBothSidesCancelsOut() throws {
    let drift = (1...40).map(Double.init)
    let ratio = try #require(
      PairedRatio(numerators: drift.map { 30 * $0 }, denominators: drift.map { 10 * $0 }))
    #expect(abs(ratio.summary.median - 3) < 1e-9)
    #expect(abs(ratio.summary.p90 - 3) < 1e-9)
    #expect(!ratio.isNoisy)
  }

  @Test func theRatioIsTheMedianOfTheRoundsNotTheRatioOfTheMedians() throws {
    let ratio = try #require(
      PairedRatio(numerators: [10, 2, 3], denominators: [1, 2, 3]))
    #expect(ratio.summary.median == 1)
  }

  @Test func roundsWithoutADenominatorAreDropped() throws {
    let ratio = try #require(PairedRatio(numerators: [4, 9], denominators: [2, 0]))
    #expect(ratio.summary.count == 1)
    #expect(ratio.summary.median == 2)
    #expect(PairedRatio(numerators: [4], denominators: [0]) == nil)
  }

  @Test func halvesThatDisagreeAreNoise() throws {
    let early = Array(repeating: 1.0, count: 50)
    let late = Array(repeating: 1.3, count: 50)
    #expect(try #require(PairedRatio(rounds: early + late)).isNoisy)
    let steady = (0..<50).flatMap { _ in [1.0, 1.02] }
    #expect(!(try #require(PairedRatio(rounds: steady)).isNoisy))
  }

  @Test func aWideSpreadIsNoiseUnlessThereAreManyRounds() throws {
    let swing = [1.0, 2, 1.4, 1.1, 1.8]
    #expect(try #require(PairedRatio(rounds: swing)).isNoisy)
    let many = (0..<40).flatMap { _ in swing }
    #expect(!(try #require(PairedRatio(rounds: many)).isNoisy))
  }

  @Test func twoRoundsAreNoiseUnlessTheyAgree() throws {
    #expect(try #require(PairedRatio(rounds: [1, 1.01])).isNoisy)
    #expect(!(try #require(PairedRatio(rounds: [1, 1])).isNoisy))
  }
}

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
    #expect([summary.minimum, summary.maximum] == [7, 7])
  }

  @Test func aFewHighSamplesHardlyMoveTheDeviation() throws {
    let quiet = Array(repeating: 10.0, count: 95)
    let summary = try #require(SampleSummary(of: quiet + [1e9, 1e9, 1e9]))
    #expect(summary.robustDeviation == 0)
  }
}
