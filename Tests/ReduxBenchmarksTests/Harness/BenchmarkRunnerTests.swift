import Testing

@testable import ReduxBenchmarks

@MainActor @Suite struct BenchmarkRunnerTests {
  private struct Refusal: Error {}

  private let clock = ManualClock()

  private func runner(_ plan: SamplingPlan = .small) -> BenchmarkRunner {
    BenchmarkRunner(plan: plan, clock: clock.clock, isDebugBuild: false)
  }

  private func item(
    _ name: String, _ cost: Duration, units: Int = 1, isSlow: Bool = false,
    _ body: @escaping @MainActor () throws -> Void = {}
  ) -> BenchmarkCase {
    BenchmarkCase(name, size: 1, unitsPerCall: units, isSlow: isSlow) { [clock] in
      clock.advance(.seconds(5))
      return {
        clock.advance(cost)
        try body()
      }
    }
  }

  @Test func timesAndRatiosComeFromTheClosuresPerUnitAndNotFromTheSetup() async throws {
    var calls = 0
    let group = BenchmarkGroup(
      "g",
      cases: [
        item("a", .nanoseconds(600)), item("b", .nanoseconds(800), units: 4),
        item("c", .nanoseconds(100)), item("fast", .nanoseconds(1)) { calls += 1 },
      ],
      ratios: [
        RatioClaim("plain", of: "a", to: "b", .atMost(3)),
        RatioClaim("extra", of: "a", minus: "b", to: "c", .atMost(3.9)),
      ])
    let report = try await runner().run([group])
    #expect(report.cases.map(\.median) == [600, 200, 100, 1])
    let result = try #require(report.result("b"))
    #expect((result.p90, result.samples, result.unit) == (200, 3, "ns per call"))
    #expect(calls >= 3 * 1_000, "often enough for a sample")
    #expect(report.ratios.map(\.name) == ["plain", "extra"])
    #expect(report.ratios.map(\.value) == [3, 4])
    #expect(report.ratios.map(\.verdict) == [.met, .missed])
  }

  @Test func casesAreSampledInTurnsAndEachRoundBeginsWithAnother() async throws {
    var order = ""
    let cases = ["a", "b", "c"].map { name in item(name, .microseconds(2)) { order += name } }
    _ = try await runner().run([BenchmarkGroup("g", cases: cases)])
    #expect(order.hasSuffix("abcbcacab"))
    #expect(order.hasPrefix("aaabbb"), "each case warms up before the rounds")
  }

  @Test func twoCasesOfOneNameAndARatioWithoutItsCaseAreRefused() async {
    let (one, twice) = ([item("a", .zero)], [item("a", .zero), item("a", .zero)])
    await #expect(throws: BenchmarkError.duplicateCase("a")) {
      try await runner().run([BenchmarkGroup("g", cases: twice)])
    }
    let ratio = RatioClaim("ratio", of: "a", to: "b", .atMost(1))
    let reason = "\"ratio\" compares b, which is not a case of its group"
    await #expect(throws: BenchmarkError.nothingToMeasure(reason)) {
      try await runner().run([BenchmarkGroup("g", cases: one, ratios: [ratio])])
    }
  }

  @Test func aCaseThatThrowsOrIsTooSlowIsReportedAndTheOthersGoOn() async throws {
    var plan = SamplingPlan.small
    plan.includesSlow = false
    let slow = item("slow", .microseconds(1), isSlow: true)
    var calls = 0
    let late = item("late", .microseconds(1)) {
      calls += 1
      if calls > 5 { throw Refusal() }
    }
    let early = BenchmarkCase("early", size: 1) { () -> (@MainActor () -> Void) in
      throw Refusal()
    }
    let group = BenchmarkGroup(
      "g", cases: [early, slow, item("good", .microseconds(1))],
      ratios: [RatioClaim("ratio", of: "early", to: "good", .atMost(1))])
    let report = try await runner(plan).run([BenchmarkGroup("late", cases: [late]), group])
    #expect(report.cases.map(\.name) == ["good"])
    #expect(report.skipped.map(\.name) == ["late", "early", "slow", "ratio"])
    #expect(report.skipped.map(\.isFailure) == [true, true, false, false])
    #expect(report.skipped.map(\.isRatio) == [false, false, false, true])
    #expect(report.ratios.isEmpty)
  }

  @Test func trialsAreCountedAndJudged() async throws {
    var figures = [1.0, 1, 2]
    let trial = Trial("posts", unit: "posts", .exactly(1)) { figures.removeFirst() }
    let nothing = Trial("nothing", unit: "posts", .exactly(1)) { nil }
    let report = try await runner().run([BenchmarkGroup("g", trials: [trial, nothing])])
    let result = try #require(report.ratios.first)
    #expect((result.value, result.verdict, result.unit) == (1, .missed, "posts"))
    #expect(report.skipped.map(\.name) == ["nothing"])
  }
}
