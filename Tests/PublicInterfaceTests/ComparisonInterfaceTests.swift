import Foundation
import ReduxBenchmarks
import ReferenceRedux
import Testing
import ValueRedux

private final class Counter: Codable {
  var count = 0
}

private enum Act: Sendable {
  case add, reset
}

private let block: ReduceBlock<Counter, Act> = { counter, action in
  counter.count = action == .add ? counter.count + 1 : 0
}

/// What a program may call to compare states of its own, called once.
@Suite @MainActor struct ComparisonInterfaceTests {
  private static let byHand = ComparisonStrategy(
    "byHand", label: "a copy by hand", paysForEveryRead: true, isSlow: false, mayCrash: false
  ) {
    let counter = Counter()
    return ComparisonStrategy.Steps(
      change: { counter.count += 1 },
      read: {
        let copy = Counter()
        copy.count = counter.count
        blackHole(copy)
      })
  }

  private static func compare(_ actions: [Act] = [.add, .reset]) -> StateComparison<
    Counter, Int, Act
  > {
    StateComparison(
      state: Counter(), blocks: [block], value: 0,
      reducer: Reducer { count, action in count = action == .add ? count + 1 : 0 },
      actions: actions, subject: "Counter", size: 1, readsPerChange: [2], additional: [byHand])
  }

  @Test func aSnapshotOfOnesOwnIsOneMoreStrategy() throws {
    var comparison = Self.compare()
    comparison.additional = [
      comparison.snapshots(
        "count", label: "the count alone", paysForEveryRead: false, isSlow: true, mayCrash: true
      ) { $0.count }
    ]
    let last = try #require(comparison.additional.last)
    #expect(last.label == "the count alone")
    #expect(!last.paysForEveryRead && last.isSlow && last.mayCrash)
    #expect(comparison.strategies.map(\.name).last == "count")
  }

  @Test func everyStrategyChangesAndIsRead() throws {
    let strategies: [ComparisonStrategy] = Self.compare().strategies
    for strategy in strategies {
      let steps: ComparisonStrategy.Steps = try strategy.setup()
      try steps.change()
      try steps.read()
      #expect(!strategy.label.isEmpty)
      #expect(!strategy.isSlow && !strategy.mayCrash)
    }
    #expect(
      strategies.filter(\.paysForEveryRead).map(\.name) == [
        "snapshotByObjectGraph", "snapshotByJSON", "snapshotByPropertyList", "byHand",
      ])
    #expect(
      strategies.filter { !$0.paysForEveryRead }.map(\.name) == [
        "inPlace", "valueInPlace", "valueCopied", "blocksOverCopyOnWrite",
      ])
  }

  @Test func theGroupHasACaseForEachNumberOfReads() throws {
    let group: BenchmarkGroup = Self.compare().group
    #expect(group.title == "Counter of 1")
    #expect(group.cases.count == 8 * 3)
    #expect(group.cases.map(\.name).contains("Counter.byHand.reads2(1)"))
    for item in group.cases { try item.setup().body() }
  }

  @Test func measuring() async throws {
    let plan = SamplingPlan(
      budget: .milliseconds(10), sampleTime: .microseconds(10), warmUp: .zero, minimumRounds: 1,
      maximumRounds: 1, includesSlow: false)
    await #expect(throws: BenchmarkError.nothingToMeasure("there is no action")) {
      try await Self.compare([]).run(plan: plan)
    }
    switch BuildMode.current {
    case .debug:
      await #expect(throws: BenchmarkError.debugBuild) { try await Self.compare().run(plan: plan) }
    case .release:
      let report = try await Self.compare().run(plan: plan)
      #expect(report.tables.first?.rows.count == 8)
      #expect(report.findings.count == 2)
    }
  }

  @Test func summarising() throws {
    let strategies: [ComparisonStrategy] = Self.compare().strategies
    let figures = strategies.flatMap { strategy in
      [0, 1, 2].map { reads in
        (name: "Counter.\(strategy.name).reads\(reads)(1)", median: Double(10 * (reads + 1)))
      }
    }
    let report = try SampleReport.make(cases: figures)
    let summary = ComparisonSummary(
      subject: "Counter", sizes: [1], reads: [0, 1, 2], strategies: strategies)
    let table = try #require(summary.tables(report).first)
    #expect(table.columns == ["strategy", "0 reads", "1 read", "2 reads"])
    #expect(table.rows.first { $0.first == "a copy by hand" }?[3] == "30 ns")
    #expect(summary.findings(report).count == 2)
    #expect(summary.charts(report, readsAtSize: 1).map(\.series.count) == [4, 8, 8])
  }
}
