import Foundation
import ReduxBenchmarks
import Testing

/// What a program may call in ReduxBenchmarks, called once.
@Suite @MainActor struct BenchmarkInterfaceTests {
  private static func makeCase(_ name: String) -> BenchmarkCase {
    BenchmarkCase(
      name, size: 1, per: "call", unitsPerCall: 1, isSlow: false, mayCrash: false,
      setup: { { [1, 2, 3].reduce(0, +) } })
  }

  private static let group = BenchmarkGroup(
    "Adding", cases: [makeCase("A.add(1)"), makeCase("B.add(1)")],
    ratios: [RatioClaim("a against b", of: "A.add(1)", to: "B.add(1)", .atMost(1_000), aim: 1)],
    trials: [
      Trial(
        "three", unit: "numbers", .exactly(3), aim: 3, repetitions: 1, isSlow: false,
        mayCrash: false, measure: { 3 })
    ])

  @Test func describing() throws {
    let claim = try #require(Self.group.ratios.first)
    #expect(claim.caseNames == ["A.add(1)", "B.add(1)"])
    #expect(RatioClaim.Side.difference("a", minus: "b").caseNames == ["a", "b"])
    #expect(claim.reach == .atMost(1_000))
    let prepared = try #require(try Self.group.cases.first?.setup())
    try prepared.body()
    #expect(try prepared.result?() as? Int == 6)
    blackHole(6)
    #expect(Self.group.trials.map(\.unit) == ["numbers"])
    #expect(Self.group.title == "Adding")
  }

  @Test func describingIsKept() async throws {
    let item = Self.makeCase("A.add(1)")
    #expect([item.name, item.unit] == ["A.add(1)", "call"])
    #expect(item.size == 1)
    #expect(item.unitsPerCall == 1)
    #expect(!item.isSlow && !item.mayCrash)
    var calls = 0
    let body: BenchmarkCase.Body = { calls += 1 }
    let prepared = BenchmarkCase.Prepared(body: body, result: nil)
    try prepared.body()
    #expect(calls == 1)
    let claim = try #require(Self.group.ratios.first)
    #expect([claim.name, "\(claim.reach)"] == ["a against b", "≤ 1,000"])
    #expect(claim.aim == 1)
    #expect([claim.numerator, claim.denominator] == [.time("A.add(1)"), "B.add(1)"])
    let trial = try #require(Self.group.trials.first)
    #expect([trial.name, trial.reach.description] == ["three", "= 3"])
    #expect([trial.aim, try await trial.measure()] == [3, 3])
    #expect(trial.repetitions == 1)
    #expect(!trial.isSlow && !trial.mayCrash)
  }

  @Test func planning() {
    let (quick, full) = (SamplingPlan.quick, SamplingPlan.full)
    #expect(quick.minimumRounds <= full.minimumRounds)
    #expect(quick.maximumRounds < full.maximumRounds)
    #expect(quick.budget < full.budget)
    #expect(quick.sampleTime < full.sampleTime)
    #expect(quick.warmUp < full.warmUp)
    #expect(full.includesSlow && !quick.includesSlow)
  }

  @Test func summarising() throws {
    let summary = try #require(SampleSummary(of: [1, 2, 3]))
    #expect([summary.median, Double(summary.count)] == [2, 3])
    #expect(summary.p10 <= summary.p90)
    let ratio = try #require(PairedRatio(numerators: [2, 4], denominators: [1, 2]))
    #expect(ratio.summary.median == 2)
    #expect(!ratio.isNoisy)
    #expect(PairedRatio(rounds: []) == nil)
    #expect(PairedRatio.tolerance > 0)
    #expect(Reach.atLeast(1).holds(for: summary))
    #expect(Reach.atMost(2).bound == 2)
    #expect(Reach.exactly(2).direction == .exactly)
  }

  @Test func running() async {
    let plan = SamplingPlan(
      budget: .milliseconds(10), sampleTime: .microseconds(10), warmUp: .zero, minimumRounds: 1,
      maximumRounds: 1, includesSlow: false)
    var seen: [String] = []
    let runner = BenchmarkRunner(plan: plan, probe: nil) { (progress: BenchmarkRunner.Progress) in
      seen.append("\(progress.title) \(progress.groupsDone) of \(progress.groups)")
    }
    switch BuildMode.current {
    case .debug:
      await #expect(throws: BenchmarkError.debugBuild) { try await runner.run([Self.group]) }
    case .release:
      let report = try? await runner.run([Self.group])
      #expect(report?.result("A.add(1)")?.unit == "ns per call")
      #expect(report?.verdict.isEmpty == false)
      #expect(seen == ["Adding 0 of 1", " 1 of 1"])
    }
  }

  @Test func commanding() async throws {
    let suite = BenchmarkSuite(
      "Adding", groups: [Self.group], findings: { _ in ["fast"] }, tables: { $0.tables },
      charts: { _ in [] })
    #expect(suite.name == "Adding")
    #expect(suite.groups.map(\.title) == ["Adding"])
    let report = try SampleReport.make(cases: [])
    #expect(suite.findings(report) == ["fast"])
    #expect(suite.tables(report) == report.tables)
    #expect(suite.charts(report).isEmpty)
    #expect(await BenchmarkCommand(suite).run(["--list"]) == 0)
    #expect(MachineDescription.current.processors > 0)
  }

  @Test func drawing() {
    let points = [
      LineChart.Point(x: 1, y: 10, low: 9, high: 11),
      LineChart.Point(x: 10, y: 100, low: 90, high: 110),
    ]
    let chart = LineChart(
      title: "cost", xLabel: "size", yLabel: "time",
      series: [LineChart.Series("copy", points: points)])
    #expect(chart.svg.contains("<svg"))
    #expect(chart.series.map(\.label) == ["copy"])
  }
}
