import ReferenceRedux
import Testing
import ValueRedux

@testable import ReduxBenchmarks

@MainActor @Suite struct StateComparisonTests {
  private final class Notes: Codable {
    var texts: [String] = ["a", "b"]
    var changes = 0
  }

  private struct NotesValue: Sendable {
    var texts: [String] = ["a", "b"]
    var changes = 0
  }

  private enum NotesAction: Sendable { case write(Int, String) }

  private func comparison(
    _ state: Notes, actions: [NotesAction], reads: [Int] = [0, 1, 10]
  ) -> StateComparison<Notes, NotesValue, NotesAction> {
    StateComparison(
      state: state,
      blocks: [
        { state, action in
          guard case .write(let index, let text) = action else { return }
          state.texts[index] = text
          state.changes += 1
        }
      ],
      value: NotesValue(),
      reducer: Reducer { state, action in
        guard case .write(let index, let text) = action else { return }
        state.texts[index] = text
        state.changes += 1
      },
      actions: actions, subject: "Notes", size: 2, readsPerChange: reads)
  }

  private var runner: BenchmarkRunner {
    BenchmarkRunner(plan: .small, clock: .machine, build: .release)
  }

  @Test func oneCallGivesATableAFindingAndEveryStrategy() async throws {
    let notes = Notes()
    let report = try await comparison(
      notes, actions: [.write(0, "c"), .write(1, "d")]
    ).run(runner)
    #expect(report.skipped.isEmpty)
    let table = try #require(report.tables.first)
    #expect(table.columns == ["strategy", "0 reads", "1 read", "10 reads"])
    #expect(table.rows.count == 7)
    #expect(table.rows.allSatisfy { $0.allSatisfy { !$0.isEmpty } })
    #expect(report.result("Notes.snapshotByJSON.reads10(2)") != nil)
    #expect(report.findings.contains { $0.hasSuffix("in a state of 2.") })
    #expect(report.description.contains("Time per change, state of 2:"))
    #expect(report.verdict == "\(report.cases.count) cases were measured.")
  }

  @Test func aSnapshotOfOnesOwnIsMeasuredOnTheChangingState() throws {
    var comparison = comparison(Notes(), actions: [.write(0, "c")])
    var seen: [String] = []
    comparison.additional = [
      comparison.snapshots("byHand", label: "copied by hand") {
        seen.append($0.texts[0])
        return $0.texts
      }
    ]
    let strategy = try #require(comparison.strategies.last)
    #expect(strategy.label == "copied by hand")
    #expect(strategy.paysForEveryRead)
    let steps = try strategy.setup()
    try steps.read()
    try steps.change()
    try steps.read()
    #expect(seen == ["a", "c"])
  }

  @Test func theBreakEvenOfSeveralSizesIsOneSentence() throws {
    let strategies = comparison(Notes(), actions: [.write(0, "c")]).strategies
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
        "0.5 per change in a state of 10; always in a state of 20; never in a state of 30.") == true
    )
  }

  @Test func theStateThatWasHandedInIsNotChanged() async throws {
    let notes = Notes()
    _ = try await comparison(notes, actions: [.write(0, "c")]).run(runner)
    #expect(notes.texts == ["a", "b"])
    #expect(notes.changes == 0)
  }

  @Test func everyStrategyAppliesTheActions() throws {
    for strategy in comparison(Notes(), actions: [.write(0, "c")]).strategies {
      let steps = try strategy.setup()
      try steps.change()
      try steps.read()
      try steps.change()
    }
  }

  @Test func anEmptyListOfActionsIsRefused() async {
    await #expect(throws: BenchmarkError.nothingToMeasure("there is no action")) {
      try await comparison(Notes(), actions: []).run(runner)
    }
  }

  @Test func noneAndOneReadAreAlwaysMeasured() {
    let names = comparison(Notes(), actions: [.write(0, "c")], reads: [5]).group.cases.map(\.name)
    #expect(
      Array(names.prefix(3)) == ["reads0", "reads1", "reads5"].map { "Notes.inPlace.\($0)(2)" })
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

  @Test func aRareReadIsSaidInChangesPerRead() {
    #expect(ComparisonSummary.often(0.02) == "one in 50 changes")
    #expect(ComparisonSummary.often(3.2) == "3.2 per change")
  }
}
