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

  /// How often an action was applied, on either side.
  ///
  /// `@unchecked Sendable` because a strategy runs on the main actor alone.
  private final class Applied: @unchecked Sendable { var count = 0 }

  private let applied = Applied()

  private func comparison(
    _ state: Notes, actions: [NotesAction], reads: [Int] = [0, 1, 10]
  ) -> StateComparison<Notes, NotesValue, NotesAction> {
    StateComparison(
      state: state,
      blocks: [
        { [applied] state, action in
          guard case .write(let index, let text) = action else { return }
          state.texts[index] = text
          state.changes += 1
          applied.count += 1
        }
      ],
      value: NotesValue(),
      reducer: Reducer { [applied] state, action in
        guard case .write(let index, let text) = action else { return }
        state.texts[index] = text
        state.changes += 1
        applied.count += 1
      },
      actions: actions, subject: "Notes", size: 2, readsPerChange: reads)
  }

  private var runner: BenchmarkRunner {
    BenchmarkRunner(plan: .small, isDebugBuild: false)
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
    #expect(report.findings.contains { $0.hasSuffix("at size 2.") })
    #expect(report.description.contains("Time per change, state of size 2:"))
    #expect(report.summary == "\(report.cases.count) cases were measured.")
    // The state of the caller does not change.
    #expect(notes.texts == ["a", "b"] && notes.changes == 0)
  }

  @Test func anAdditionalSnapshotIsMeasuredOnTheChangingState() throws {
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

  @Test func everyStrategyAppliesTheActions() throws {
    for strategy in comparison(Notes(), actions: [.write(0, "c")]).strategies {
      let steps = try strategy.setup()
      let before = applied.count
      try steps.change()
      try steps.read()
      try steps.change()
      #expect(applied.count == before + 2, "\(strategy.label)")
    }
  }

  @Test func anEmptyListOfActionsIsRefused() async {
    await #expect(throws: BenchmarkError.nothingToMeasure("there is no action")) {
      try await comparison(Notes(), actions: []).run(runner)
    }
  }

  @Test func zeroAndOneReadAreAlwaysMeasured() {
    let names = comparison(Notes(), actions: [.write(0, "c")], reads: [5]).group.cases.map(\.name)
    #expect(
      Array(names.prefix(3)) == ["reads0", "reads1", "reads5"].map { "Notes.inPlace.\($0)(2)" })
  }
}
