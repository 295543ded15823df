import ReferenceRedux
import Testing
import ValueRedux

@testable import ReduxBenchmarks

@MainActor @Suite struct StateComparisonTests {
  private final class Counter: Codable {
    var count = 0
  }

  /// How often an action was applied, on either side.
  ///
  /// `@unchecked Sendable` because a strategy runs on the main actor alone.
  private final class Applied: @unchecked Sendable { var count = 0 }

  private let applied = Applied()

  private func comparison(
    _ state: Counter = Counter(), actions: [Int] = [1]
  ) -> StateComparison<Counter, Int, Int> {
    StateComparison(
      state: state,
      blocks: [
        { [applied] state, action in
          state.count += action
          applied.count += 1
        }
      ],
      value: 0,
      reducer: Reducer { [applied] state, action in
        state += action
        applied.count += 1
      },
      actions: actions, subject: "Counter", size: 2, readsPerChange: [10])
  }

  private var runner: BenchmarkRunner {
    BenchmarkRunner(plan: .small, isDebugBuild: false)
  }

  @Test func oneCallGivesATableAFindingAndEveryStrategy() async throws {
    let counter = Counter()
    let report = try await comparison(counter, actions: [1, 2]).run(runner)
    #expect(report.skipped.isEmpty)
    let table = try #require(report.tables.first)
    // Zero reads and one are always measured.
    #expect(table.columns == ["strategy", "0 reads", "1 read", "10 reads"])
    #expect(table.rows.map(\.count) == Array(repeating: 4, count: 5))
    #expect(!table.rows.joined().contains(""))
    #expect(report.result("Counter.snapshotByJSON.reads10(2)") != nil)
    #expect(report.findings.contains { $0.hasSuffix("at size 2.") })
    #expect(report.description.contains("Time per change, state of size 2:"))
    #expect(report.summary == "Cases measured: \(report.cases.count).")
    // The state of the caller does not change.
    #expect(counter.count == 0)
  }

  @Test func anAdditionalSnapshotIsMeasuredOnTheChangingState() throws {
    var comparison = comparison()
    var seen: [Int] = []
    comparison.additional = [
      comparison.snapshots("byHand", label: "copied by hand") {
        seen.append($0.count)
        return $0.count
      }
    ]
    let strategy = try #require(comparison.strategies.last)
    #expect(strategy.label == "copied by hand" && strategy.paysForEveryRead)
    let steps = try strategy.setup()
    try steps.read()
    try steps.change()
    try steps.read()
    #expect(seen == [0, 1])
  }

  @Test func everyStrategyAppliesTheActions() throws {
    for strategy in comparison().strategies {
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
      try await comparison(actions: []).run(runner)
    }
  }
}
