import ReferenceRedux
import Testing
import ValueRedux

@testable import ReduxBenchmarks

@MainActor @Suite struct ComparisonSummaryTests {
  /// A report on strategies of one subject, with the medians per number of reads.
  private func report(
    on strategies: [ComparisonStrategy], _ times: [(name: String, size: Int, medians: [Double])]
  ) throws -> BenchmarkReport {
    var report = BenchmarkReport(machine: .current)
    for (name, size, medians) in times {
      for (reads, median) in medians.enumerated() {
        let item = BenchmarkCase("S.\(name).reads\(reads)(\(size))", size: size) { {} }
        report.cases.append(CaseResult(item, try #require(SampleSummary(of: [median]))))
      }
    }
    return report
  }

  private func strategy(_ name: String, paysForEveryRead: Bool = false) -> ComparisonStrategy {
    ComparisonStrategy(name, label: name, paysForEveryRead: paysForEveryRead) {
      ComparisonStrategy.Steps(change: {}, read: {})
    }
  }

  private typealias Costs = (size: Int, snapshots: [Double], copied: Double)

  private static let breakEvens: [(costs: [Costs], end: String)] = [
    ([(10, [10, 110], 60)], "from 0.5 reads per change on at size 10."),
    (
      [(10, [10, 210], 60), (20, [50, 150], 20), (1_000, [10, 10], 60)],
      "from one read in 4 changes on at size 10; always at size 20; never at size 1,000."
    ),
  ]

  @Test(arguments: 0..<2)
  func theBreakEvenIsOneSentence(index: Int) throws {
    let (costs, end) = Self.breakEvens[index]
    let strategies = ["snapshotByObjectGraph", "valueCopied"].map { strategy($0) }
    let summary = ComparisonSummary(
      subject: "S", sizes: costs.map(\.size), reads: [0, 1], strategies: strategies)
    let report = try report(
      on: strategies,
      costs.flatMap {
        [
          ("snapshotByObjectGraph", $0.size, $0.snapshots),
          ("valueCopied", $0.size, [$0.copied, $0.copied]),
        ]
      })
    #expect(
      summary.findings(report).first
        == "A class state with a snapshot per read costs more than a value that is copied per change: "
        + end)
  }

  @Test func manyCopiesOfALargeStateFollowFromOne() throws {
    let strategies = [strategy("copy", paysForEveryRead: true)]
    let summary = ComparisonSummary(
      subject: "S", sizes: [10], reads: [0, 1, 100], strategies: strategies)
    let report = try report(on: strategies, [("copy", 10, [10, 30])])
    #expect(summary.tables(report).first?.rows == [["copy", "10 ns", "30 ns", "≈ 2.01 µs"]])
  }

  @Test func aCommandMeasuresAStateInSeveralSizes() {
    let comparisons = [20, 10].map { Counter.comparison("Counter", $0) }
    let summary = ComparisonSummary(of: comparisons)
    var report = BenchmarkReport(machine: .current)
    for (index, item) in comparisons.flatMap(\.group.cases).enumerated() {
      guard let sample = SampleSummary(of: [Double(item.size * (index + 1))]) else { continue }
      report.cases.append(CaseResult(item, sample))
    }
    #expect(
      summary.tables(report).map(\.title) == [
        "Time per change, state of size 10",
        "Time per change, state of size 20",
      ])
    #expect(summary.charts(report).map(\.series.count) == [5])
    #expect(summary.findings(report).count == 1)
  }

  @Test(arguments: [("A", 1), ("B", 2)])
  func comparisonsOfOneSizeOrOfTwoSubjectsEndTheProcess(subject: String, size: Int) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [subject, size] in
      _ = await ComparisonSummary(
        of: [Counter.comparison("A", 1), Counter.comparison(subject, size)])
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("the same subject, and each its own size"))
  }

  private final class Counter: Codable {
    var count = 0

    @MainActor static func comparison(
      _ subject: String, _ size: Int
    ) -> StateComparison<Counter, Int, Int> {
      StateComparison(
        state: Counter(), blocks: [{ $0.count += $1 }], value: 0,
        reducer: Reducer { $0 += $1 }, actions: [1], subject: subject, size: size,
        readsPerChange: [size])
    }
  }
}
