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

  @Test func theRatioIsTheMedianOfRoundsNotTheRatioOfMedians() throws {
    let ratio = try #require(
      PairedRatio(numerators: [10, 2, 3], denominators: [1, 2, 3]))
    #expect(ratio.summary.median == 1)
  }

  @Test func roundsWithoutATimeBelowTheLineAreLeftOut() throws {
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
