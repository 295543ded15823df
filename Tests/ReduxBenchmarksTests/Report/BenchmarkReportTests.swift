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
    var report = try BenchmarkReport.fixture()
    report.ratios.append(RatioResult("free", .reported, try #require(SampleSummary(of: [2]))))
    let text = report.text(isWhole: true)
    let rows = text.components(separatedBy: "\n").map { $0.replacing(/\ {2,}/, with: "|") }
    for row in [
      "fast & good|3|3…3|≥ 2|met", "slow|6|2.6…13.6|≤ 1|missed", "free|2|2…2|none|reported",
      "Sort.slow(10)|takes too long", "Sorting <10 elements is cheap.",
      "1 of 2 ratios met their bound; 1 missed; 0 inconclusive; 1 without a bound.",
    ] {
      #expect(rows.contains(row), "\(row)\n\(text)")
    }
    #expect(text.contains("2 µs ±") && text.contains(BenchmarkReport.noiseNote), "\(text)")
    let quiet = try #require(SampleSummary(of: [1_000, 1_100, 1_200]))
    report.cases = [CaseResult(BenchmarkCase("quiet", size: 1) { {} }, quiet)]
    #expect(!report.text(isWhole: true).contains("±"))
  }

  @Test func theAnswerComesFirstNamesWhatItCannotJudgeAndFitsOneScreen() throws {
    var report = try BenchmarkReport.fixture()
    report.tables = ["small", "middle", "large"].map {
      ReportTable(title: $0, columns: ["strategy"], rows: [["fast"]])
    }
    report.cases = Array(repeating: report.cases[0], count: 200)
    let wide = try #require(SampleSummary(of: [1.1, 1.2, 2.89, 4, 4.1]))
    report.ratios.append(RatioResult("wide", .atMost(1.3), wide))
    report.skipped += [.ratio("unjudged"), .failure("Sort.broken(10)", CancellationError())]
    let text = report.description
    let lines = text.split(separator: "\n")
    #expect(lines.first == "Sorting <10 elements is cheap.")
    #expect(lines.count < 28)
    for part in [
      "1 inconclusive", "\nmiddle:\n", "\nMissed bounds:\n", "\nslow ", "\nToo noisy to judge:\n",
      "\nwide ",
      "\nNot measured:\n", "\nunjudged ", "threw CancellationError()",
    ] {
      #expect(text.contains(part), "\(text)")
    }
    for part in ["large:", "fast & good", "takes too long"] {
      #expect(!text.contains(part) && report.text(isWhole: true).contains(part), "\(text)")
    }
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
