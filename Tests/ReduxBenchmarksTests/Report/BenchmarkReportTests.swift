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
    #expect(text.contains("1 of 2 rows missed their reach."))
    #expect(text.contains("too noisy for 1 of them"))
    #expect(text.contains("Sorting <10 elements is cheap."))
  }

  @Test func aQuietRunSaysSo() throws {
    var report = try BenchmarkReport.fixture()
    report.ratios.removeLast()
    #expect(report.verdict.hasPrefix("All 1 rows came to their reach."))
    #expect(report.verdict.contains("within 15 %"))
  }
}
