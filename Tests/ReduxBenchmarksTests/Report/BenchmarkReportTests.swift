import Foundation
import Testing

@testable import ReduxBenchmarks

@Suite struct BenchmarkReportTests {
  @Test func jsonHasTheDocumentedForm() throws {
    let json = try BenchmarkReport.fixture().json()
    let root = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
    #expect(
      Set(root.keys) == ["machine", "cases", "ratios", "skipped", "tables", "findings", "noisy"])
    let item = try #require((root["cases"] as? [[String: Any]])?.first)
    #expect(item["name"] as? String == "Sort.array<Int>(10)")
    #expect(item["unit"] as? String == "ns per element")
    #expect(item["size"] as? Int == 10)
    #expect(item["median"] as? Double == 2_000)
    #expect(item["p10"] as? Double == 1_200)
    #expect(item["p90"] as? Double == 2_800)
    #expect(item["samples"] as? Int == 3)
    let row = try #require((root["ratios"] as? [[String: Any]])?.first)
    #expect(row["value"] as? Double == 3)
    #expect(row["low"] as? Double == 3)
    #expect(row["high"] as? Double == 3)
    #expect(row["reach"] as? Double == 2)
    #expect(row["direction"] as? String == "atLeast")
    #expect(row["holds"] as? Bool == true)
    #expect(root["noisy"] as? Bool == true)
  }

  @Test func jsonIsReadBackAsItWas() throws {
    let report = try BenchmarkReport.fixture()
    let copy = try JSONDecoder().decode(BenchmarkReport.self, from: report.json())
    #expect(copy == report)
  }

  @Test func theTextShowsWhatMissedWhatIsNoisyAndWhatWasLeftOut() throws {
    let text = try BenchmarkReport.fixture().description
    let missed = try #require(text.split(separator: "\n").first { $0.hasPrefix("slow") })
    #expect(missed.hasSuffix("missed"))
    #expect(missed.contains("~6"))
    #expect(text.contains("≥ 2"))
    #expect(text.contains("Sort.slow(10): takes too long"))
    #expect(text.contains("1 of 2 rows came to their reach by their median"))
    #expect(text.contains("0 only inside their spread, 1 missed it."))
    #expect(text.contains("too noisy for 1 of them"))
    #expect(text.contains("Sorting <10 elements is cheap."))
  }

  @Test func aWideSpreadIsNotCountedAsReached() throws {
    var report = try BenchmarkReport.fixture()
    let claim = RatioClaim("wide", of: "a", to: "b", .atMost(1))
    report.ratios = [RatioResult(claim, try #require(PairedRatio(rounds: [0.5, 4, 9])))]
    // The tenth percentile of these is 1.2; a lower one still is needed to reach the bound.
    #expect(report.verdict.contains("0 only inside their spread, 1 missed it."))
    report.ratios = [RatioResult(claim, try #require(PairedRatio(rounds: [0.1, 0.2, 4, 9, 9])))]
    #expect(report.ratios[0].holds)
    #expect(report.verdict.hasPrefix("0 of 1 rows came to their reach by their median, 1 only"))
    #expect(report.description.contains("in spread"))
  }

  @Test func aQuietRunSaysSo() throws {
    var report = try BenchmarkReport.fixture()
    report.ratios.removeLast()
    #expect(report.verdict.hasPrefix("1 of 1 rows came to their reach by their median"))
    #expect(report.verdict.contains("within 15 %"))
  }

  @Test func aReportWithoutRowsSaysWhatWasMeasured() throws {
    var report = try BenchmarkReport.fixture()
    report.ratios = []
    #expect(report.verdict == "1 case was measured.")
    report.cases += report.cases
    #expect(report.description.hasSuffix("\n\n2 cases were measured."))
    report.cases = []
    #expect(report.verdict == "Nothing was measured.")
  }
}
