import Foundation
import ReduxBenchmarks
import Testing

/// A report as a file holds it, since a debug build measures none.
enum SampleReport {
  static func make(cases: [(name: String, median: Double)]) throws -> BenchmarkReport {
    let items = cases.map {
      """
      {"name": "\($0.name)", "size": 1, "unit": "ns per change", "median": \($0.median),
       "p10": 1, "p90": 99, "samples": 5, "bytesHeld": 16}
      """
    }
    let text = """
      {"machine": {"system": "Linux", "processor": "fast", "processors": 2, "memory": 1024,
                   "build": "release", "date": "2026-01-01T12:00:00Z"},
       "cases": [\(items.joined(separator: ","))],
       "ratios": [{"name": "a against b", "value": 3, "low": 1, "high": 4, "reach": 2,
                   "direction": "atMost", "holds": true, "noisy": true, "aim": 1,
                   "unit": "ratio"}],
       "skipped": [{"name": "slow", "reason": "takes too long"}],
       "tables": [{"title": "costs", "columns": ["strategy"], "rows": [["in place"]]}],
       "findings": ["it is fast"], "noisy": true}
      """
    return try JSONDecoder().decode(BenchmarkReport.self, from: Data(text.utf8))
  }
}

private func word(for error: BenchmarkError) -> String {
  switch error {
  case .debugBuild: "debugBuild"
  case .duplicateCase(let name): name
  case .unknownSide(let row, let side): row + side
  case .nothingToMeasure(let what): what
  }
}

private func word(for direction: Reach.Direction) -> String {
  switch direction {
  case .atMost: "atMost"
  case .atLeast: "atLeast"
  case .exactly: "exactly"
  }
}

/// What a program may read out of a report, read once.
@Suite @MainActor struct ReportInterfaceTests {
  private static func makeReport() throws -> BenchmarkReport {
    try SampleReport.make(cases: [("A.add(1)", 7)])
  }

  @Test func aReportSurvivesItsJSON() throws {
    let report = try Self.makeReport()
    #expect(try JSONDecoder().decode(BenchmarkReport.self, from: report.json()) == report)
    #expect(try JSONEncoder().encode(report).isEmpty == false)
  }

  @Test func figures() throws {
    let report = try Self.makeReport()
    let result: CaseResult = try #require(report.result("A.add(1)"))
    #expect([result.median, result.p10, result.p90] == [7, 1, 99])
    #expect(result.size == 1)
    #expect(result.samples == 5)
    #expect(result.bytesHeld == 16)
    #expect(report.cases.map(\.name) == [result.name])
    let ratio: RatioResult = try #require(report.ratios.first)
    #expect([ratio.value, ratio.low, ratio.high, ratio.reach, ratio.aim ?? 0] == [3, 1, 4, 2, 1])
    #expect(word(for: ratio.direction) == "atMost")
    #expect(ratio.verdict == "in spread")
    #expect(report.undecidedRatios == [ratio])
    #expect(report.noisyRatios == [ratio])
    #expect(report.missedRatios.isEmpty)
    #expect(report.isNoisy)
  }

  @Test func whatStandsBesideTheFigures() throws {
    let report = try Self.makeReport()
    let skipped: SkippedResult = try #require(report.skipped.first)
    #expect([skipped.name, skipped.reason] == ["slow", "takes too long"])
    let table = ReportTable(title: "costs", columns: ["strategy"], rows: [["in place"]])
    #expect(report.tables == [table])
    #expect(
      [[table.title], table.columns] + table.rows == [["costs"], ["strategy"], ["in place"]])
    let machine: MachineDescription = report.machine
    #expect([machine.system, machine.processor] == ["Linux", "fast"])
    #expect(machine.processors == 2)
    #expect(machine.memory == 1_024)
    #expect(machine.build == .release)
    #expect(machine.date == "2026-01-01T12:00:00Z")
    for part in ["fast, 2 processors", "A.add(1)", "costs:", "slow: takes too long", "it is fast"] {
      #expect(report.description.contains(part))
    }
  }

  @Test func drawing() throws {
    let result = try #require(try Self.makeReport().result("A.add(1)"))
    let point = LineChart.Point(x: 1, result)
    #expect([point.x, point.y, point.low, point.high] == [1, 7, 1, 99])
    let chart = LineChart(
      title: "cost", xLabel: "size", yLabel: "time",
      series: [LineChart.Series("copy", points: [point])])
    #expect([chart.title, chart.xLabel, chart.yLabel] == ["cost", "size", "time"])
    #expect(chart.series.first?.points == [point])
  }

  @Test func errors() {
    let errors: [BenchmarkError] = [
      .debugBuild, .duplicateCase("a"), .unknownSide(row: "a", side: "b"), .nothingToMeasure("c"),
    ]
    #expect(errors.map(word(for:)) == ["debugBuild", "a", "ab", "c"])
    #expect(errors.allSatisfy { !$0.description.isEmpty })
  }
}
