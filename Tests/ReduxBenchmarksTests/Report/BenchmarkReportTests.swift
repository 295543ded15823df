import Foundation
import Testing

@testable import ReduxBenchmarks

@Suite struct BenchmarkReportTests {
  @Test func jsonHasTheDocumentedForm() throws {
    let json = try BenchmarkReport.fixture().json()
    let root = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
    #expect(Set(root.keys) == ["machine", "cases", "ratios", "skipped", "tables", "findings"])
    func text(_ key: String) throws -> String {
      let item = try #require((root[key] as? [[String: Any]])?.first)
      let data = try JSONSerialization.data(withJSONObject: item, options: [.sortedKeys])
      return String(decoding: data, as: UTF8.self)
    }
    #expect(
      try text("cases") == """
        {"median":2000,"name":"Sort.array<Int>(10)","p10":1200,"p90":2800,"samples":3,"size":10,\
        "unit":"ns per element"}
        """)
    #expect(
      try text("ratios") == """
        {"bound":{"direction":"atLeast","value":2},"high":3,"low":3,"name":"fast & good",\
        "unit":"ratio","value":3,"verdict":"met"}
        """)
  }

  @Test func theTextShowsVerdictsNoiseAndWhatWasSkipped() throws {
    let text = try BenchmarkReport.fixture().text(isWhole: true)
    let missed = try #require(text.split(separator: "\n").first { $0.hasPrefix("slow") })
    #expect(missed.hasSuffix("missed"))
    #expect(missed.contains(" 6 "))
    #expect(text.contains("≥ 2"))
    let skipped = try #require(text.split(separator: "\n").first { $0.hasPrefix("Sort.slow(10)") })
    #expect(skipped.hasSuffix("takes too long"))
    #expect(
      text.contains("1 of 2 ratios met their bound; 1 missed; 0 inconclusive; 0 without a bound."))
    #expect(text.contains("Sorting <10 elements is cheap."))
    #expect(text.contains("2 µs ±") && text.contains(BenchmarkReport.noiseNote))
    let quiet = try #require(SampleSummary(of: [1_000, 1_100, 1_200]))
    var report = try BenchmarkReport.fixture()
    report.cases = [CaseResult(BenchmarkCase("quiet", size: 1) { {} }, quiet)]
    #expect(!report.text(isWhole: true).contains("±"))
  }

  @Test func theAnswerComesFirstAndFitsOneScreen() throws {
    var report = try BenchmarkReport.fixture()
    report.tables = ["small", "middle", "large"].map {
      ReportTable(title: $0, columns: ["strategy"], rows: [["fast"]])
    }
    report.cases = Array(repeating: report.cases[0], count: 200)
    let lines = report.description.split(separator: "\n")
    #expect(lines.first == "Sorting <10 elements is cheap.")
    #expect(lines.count < 24)
    #expect(lines.contains("middle:") && !lines.contains("large:"))
    #expect(lines.contains { $0.hasPrefix("slow") && $0.hasSuffix("missed") })
    #expect(!report.description.contains("fast & good"))
    report.skipped.append(.failure("Sort.broken(10)", CancellationError()))
    #expect(report.description.contains("threw CancellationError()"))
    #expect(!report.description.contains("takes too long"))
    #expect(report.text(isWhole: true).contains("large:"))
  }

  @Test func anInconclusiveRatioIsNotCountedAsMet() throws {
    var report = try BenchmarkReport.fixture()
    func result(_ rounds: [Double]) throws -> RatioResult {
      RatioResult("wide", .atMost(1.3), try #require(SampleSummary(of: rounds)))
    }
    report.ratios = [try result([1.1, 1.2, 2.89, 4, 4.1])]
    report.skipped.append(.ratio("too slow"))
    #expect(report.summary.hasPrefix("0 of 1 ratios met their bound; 0 missed; 1 inconclusive;"))
    #expect(report.text(isWhole: true).contains("inconclusive"))
    // The answer names what it cannot judge.
    let text = report.description
    #expect(text.contains("Too noisy to judge:") && text.contains("\nwide "))
    #expect(text.contains("Not measured:") && text.contains("\ntoo slow "))
    report.ratios = try [[1, 1, 1], [0.4, 1, 2], [0.3, 1, 2], [2, 2, 2]].map(result)
    #expect(report.summary.hasPrefix("1 of 4 ratios met their bound; 1 missed; 2 inconclusive;"))
  }

  @Test func aRatioWithoutABoundIsCountedApart() throws {
    var report = try BenchmarkReport.fixture()
    report.ratios[1] = RatioResult("slow", .reported, try #require(SampleSummary(of: [2, 2, 2])))
    let text = report.text(isWhole: true)
    #expect(text.contains("1 of 1 ratios met their bound; 0 missed; 0 inconclusive; 1 without"))
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("slow") })
    #expect(line.contains("none") && line.hasSuffix("reported"))
  }

  @Test func aReportWithoutRatiosSaysHowManyCasesWereMeasured() throws {
    var report = try BenchmarkReport.fixture()
    report.ratios = []
    #expect(report.summary == "1 case was measured.")
    report.cases += report.cases
    #expect(report.text(isWhole: true).contains("\n\n2 cases were measured.\n\n"))
    report.cases = []
    #expect(report.summary == "0 cases were measured.")
  }
}

extension BenchmarkReport {
  /// A report with one figure of each kind, and markup in its names.
  static func fixture() throws -> BenchmarkReport {
    var report = BenchmarkReport(machine: .current)
    let item = BenchmarkCase("Sort.array<Int>(10)", size: 10, per: "element") { {} }
    let summary = try #require(SampleSummary(of: [1_000, 2_000, 3_000]))
    report.cases = [CaseResult(item, summary)]
    report.ratios = [
      RatioResult("fast & good", .atLeast(2), try #require(SampleSummary(of: [3, 3, 3]))),
      RatioResult("slow", .atMost(1), try #require(SampleSummary(of: [2, 4, 8, 16]))),
    ]
    report.skipped = [SkippedResult(name: "Sort.slow(10)", reason: "takes too long")]
    report.findings = ["Sorting <10 elements is cheap."]
    return report
  }
}
