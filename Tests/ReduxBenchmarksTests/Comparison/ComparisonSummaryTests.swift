import ReferenceRedux
import Testing
import ValueRedux

@testable import ReduxBenchmarks

@MainActor @Suite struct ComparisonSummaryTests {
  @Test func theBreakEvenOfSeveralSizesIsOneSentence() throws {
    let strategies = ["snapshotByObjectGraph", "valueCopied"].map { name in
      ComparisonStrategy(name, label: name, paysForEveryRead: false) {
        ComparisonStrategy.Steps(change: {}, read: {})
      }
    }
    let summary = ComparisonSummary(
      subject: "S", sizes: [10, 20, 30], reads: [0, 1], strategies: strategies)
    var report = BenchmarkReport(machine: .current)
    let times: [(String, Int, [Double])] = [
      ("snapshotByObjectGraph", 10, [10, 110]), ("valueCopied", 10, [60, 60]),
      ("snapshotByObjectGraph", 20, [50, 150]), ("valueCopied", 20, [20, 20]),
      ("snapshotByObjectGraph", 30, [10, 10]), ("valueCopied", 30, [60, 60]),
    ]
    for (name, size, medians) in times {
      for (reads, median) in medians.enumerated() {
        let item = BenchmarkCase("S.\(name).reads\(reads)(\(size))", size: size) { {} }
        report.cases.append(
          CaseResult(item, try #require(SampleSummary(of: [median])), bytesHeld: nil))
      }
    }
    #expect(
      summary.findings(report).first?.hasSuffix(
        "from 0.5 reads per change on in a state of 10; always in a state of 20; "
          + "never in a state of 30.") == true
    )
  }

  /// The break-even of several sizes, each with the cost of a change and of one with a read.
  private func breakEven(_ costs: [(size: Int, snapshots: Double, copied: Double)]) throws -> String
  {
    let strategies = ["snapshotByObjectGraph", "valueCopied"].map { name in
      ComparisonStrategy(name, label: name, paysForEveryRead: false) {
        ComparisonStrategy.Steps(change: {}, read: {})
      }
    }
    let summary = ComparisonSummary(
      subject: "S", sizes: costs.map(\.size), reads: [0, 1], strategies: strategies)
    var report = BenchmarkReport(machine: .current)
    for (size, snapshots, copied) in costs {
      for (name, medians) in zip(strategies.map(\.name), [[10, snapshots], [copied, copied]]) {
        for (reads, median) in medians.enumerated() {
          let item = BenchmarkCase("S.\(name).reads\(reads)(\(size))", size: size) { {} }
          report.cases.append(
            CaseResult(item, try #require(SampleSummary(of: [median])), bytesHeld: nil))
        }
      }
    }
    return try #require(summary.findings(report).first)
  }

  @Test func findingsThatDifferBySizeAloneAreOneStatement() throws {
    let start =
      "A class state with a snapshot per read costs more than a value that is copied per change: "
    #expect(
      try breakEven([(10, 110, 60), (20, 110, 60)])
        == start + "from 0.5 reads per change on, at every size.")
    #expect(
      try breakEven([(10, 110, 60), (20, 210, 60), (1_000, 110, 35)])
        == start
        + "from between one read in 4 changes and 0.5 reads per change on, in states of 10 to 1,000."
    )
    #expect(
      try breakEven([(10, 110, 60)])
        == start + "from 0.5 reads per change on, in a state of 10.")
  }

  @Test func theObjectsOfAStateAreCounted() {
    final class Login: Codable {
      var next: Login?
    }
    final class Vault: Codable {
      var logins: [Login] = []
      var favorites: [String: Login] = [:]
    }
    let vault = Vault()
    #expect(ObjectCount(of: vault).description == "1 object")
    vault.logins = (0..<3).map { _ in Login() }
    vault.favorites = ["a": vault.logins[0]]
    vault.logins[0].next = vault.logins[1]
    vault.logins[1].next = vault.logins[0]
    #expect(ObjectCount(of: vault).description == "4 objects, 3 of them Login")
    vault.logins[1].next = nil
  }

  @Test func manyCopiesOfALargeStateFollowFromOne() throws {
    let strategy = ComparisonStrategy("copy", label: "copy", paysForEveryRead: true) {
      ComparisonStrategy.Steps(change: {}, read: {})
    }
    let summary = ComparisonSummary(
      subject: "S", sizes: [10], reads: [0, 1, 100], strategies: [strategy])
    var report = BenchmarkReport(machine: .current)
    for (reads, time) in [(0, 10.0), (1, 30.0)] {
      let name = strategy.caseName("S", reads: reads, size: 10)
      let item = BenchmarkCase(name, size: 10) { {} }
      let samples = try #require(SampleSummary(of: [time]))
      report.cases.append(CaseResult(item, samples, bytesHeld: nil))
    }
    #expect(summary.tables(report).first?.rows == [["copy", "10 ns", "30 ns", "≈ 2.01 µs"]])
  }

  @Test func aRareReadIsStatedInChangesPerRead() {
    #expect(ComparisonSummary.often(0.02) == "one read in 50 changes")
    #expect(ComparisonSummary.often(3.2) == "3.2 reads per change")
  }

  @Test func aCommandMeasuresAStateInSeveralSizes() {
    let comparisons = [20, 10].map { Counter.comparison("Counter", $0) }
    let summary = ComparisonSummary(of: comparisons)
    var report = BenchmarkReport(machine: .current)
    for item in comparisons.flatMap(\.group.cases) {
      guard let sample = SampleSummary(of: [Double(item.size)]) else { continue }
      report.cases.append(CaseResult(item, sample, bytesHeld: nil))
    }
    #expect(
      summary.tables(report).map(\.title) == [
        "Time per change, state of size 10: 1 object",
        "Time per change, state of size 20: 1 object",
      ])
    #expect(summary.charts(report).map(\.series.count) == [4, 7, 7])
    #expect(summary.findings(report).count == 3)
  }

  @Test func comparisonsOfOneSizeOrOfTwoSubjectsEndTheProcess() async {
    await #expect(processExitsWith: .failure) {
      _ = await ComparisonSummary(of: [Counter.comparison("A", 1), Counter.comparison("A", 1)])
    }
    await #expect(processExitsWith: .failure) {
      _ = await ComparisonSummary(of: [Counter.comparison("A", 1), Counter.comparison("B", 2)])
    }
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

@Suite struct CostLineTests {
  private let snapshots = CostLine(noReads: 10, oneRead: 110, furtherRead: 100)

  @Test func fewerReadsThanChangesCostTheirShare() {
    #expect(snapshots.cost(reads: 0) == 10)
    #expect(snapshots.cost(reads: 0.5) == 60)
    #expect(snapshots.cost(reads: 1) == 110)
    #expect(snapshots.cost(reads: 10) == 1_010)
  }

  @Test func theBreakEvenMayLieBelowOneRead() {
    let copied = CostLine(noReads: 35, oneRead: 35, furtherRead: 0)
    #expect(snapshots.readsToExceed(copied) == 0.25)
  }

  @Test func theBreakEvenMayLieAboveOneRead() {
    let copied = CostLine(noReads: 510, oneRead: 510, furtherRead: 0)
    #expect(snapshots.readsToExceed(copied) == 5)
  }

  @Test func bothSidesCostTheSameAtTheBreakEven() throws {
    let other = CostLine(noReads: 40, oneRead: 300, furtherRead: 20)
    let reads = try #require(snapshots.readsToExceed(other))
    #expect(abs(snapshots.cost(reads: reads) - other.cost(reads: reads)) < 1e-9)
  }

  @Test func someNeverBreakEvenAndSomeAlwaysCostMore() {
    let dear = CostLine(noReads: 20, oneRead: 220, furtherRead: 200)
    #expect(snapshots.readsToExceed(dear) == nil)
    #expect(dear.readsToExceed(snapshots) == 0)
  }
}
