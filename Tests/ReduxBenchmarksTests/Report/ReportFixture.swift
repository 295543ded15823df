import Testing

@testable import ReduxBenchmarks

extension BenchmarkReport {
  /// A report with one figure of each kind, and markup in its names.
  static func fixture() throws -> BenchmarkReport {
    var report = BenchmarkReport(machine: .current)
    let item = BenchmarkCase("Sort.array<Int>(10)", size: 10, per: "element") { {} }
    let summary = try #require(SampleSummary(of: [1_000, 2_000, 3_000]))
    report.cases = [CaseResult(item, summary, bytesHeld: 2_048)]
    let fast = RatioClaim("fast & good", of: "a", to: "b", .atLeast(2), aim: 4)
    let slow = RatioClaim("slow", of: "a", to: "b", .atMost(1))
    report.ratios = [
      RatioResult(fast, try #require(PairedRatio(rounds: [3, 3, 3]))),
      RatioResult(slow, try #require(PairedRatio(rounds: [2, 4, 8, 16]))),
    ]
    report.skipped = [SkippedResult(name: "Sort.slow(10)", reason: "takes too long")]
    report.findings = ["Sorting <10 elements is cheap."]
    return report
  }
}
