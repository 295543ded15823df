internal import ObjectGraph
public import ReferenceRedux
public import ValueRedux

/// Compares what mutation and copying cost for a state of your own.
///
/// ```swift
/// let report = try await StateComparison(
///   state: AppState(), blocks: AppState.blocks,
///   value: AppValue(), reducer: AppValue.reducer,
///   actions: [.add("milk"), .toggle(0)]
/// ).run()
/// print(report)
/// ```
///
/// The actions are applied one after another, over and over, so each must be applicable at any time,
/// and together they should leave the state as large as it was. Every strategy works on a state of its
/// own, and the one that was handed in is not changed.
///
/// ## Thread safety
/// Confined to the main actor.
@MainActor
public struct StateComparison<
  State: AnyObject & Codable & SendableMetatype, Value: Sendable, Action: Sendable
> {
  let subject: String
  let size: Int
  let state: State
  let blocks: [ReduceBlock<State, Action>]
  let value: Value
  let reducer: Reducer<Value, Action>
  let actions: [Action]
  let readsPerChange: [Int]
  /// Other strategies than those that every state has: snapshots made by hand, for example.
  public var additional: [ComparisonStrategy]

  /// Describes a comparison.
  ///
  /// - Parameters:
  ///   - state: the reference state.
  ///   - blocks: its reduce blocks.
  ///   - value: the same state as a value.
  ///   - reducer: its reducer.
  ///   - actions: what happens to both.
  ///   - subject: the first part of the names of the cases.
  ///   - size: how large the state is, for names and charts.
  ///   - readsPerChange: how many readers ask after each change; 0 and 1 are always measured.
  ///   - additional: other strategies, a hand-written copy for example.
  public init(
    state: State,
    blocks: [ReduceBlock<State, Action>],
    value: Value,
    reducer: Reducer<Value, Action>,
    actions: [Action],
    subject: String = "State",
    size: Int = 1,
    readsPerChange: [Int] = [0, 1, 10, 100],
    additional: [ComparisonStrategy] = []
  ) {
    self.state = state
    self.blocks = blocks
    self.value = value
    self.reducer = reducer
    self.actions = actions
    self.subject = subject
    self.size = size
    self.readsPerChange = Set(readsPerChange.filter { $0 >= 0 } + [0, 1]).sorted()
    self.additional = additional
  }

  /// Measures, and says in a table and in words what came out.
  ///
  /// - Parameter plan: how much time it may take.
  /// - Returns: the figures.
  /// - Throws: ``BenchmarkError`` for a debug build and for an empty list of actions.
  public func run(plan: SamplingPlan = .quick) async throws -> BenchmarkReport {
    try await run(BenchmarkRunner(plan: plan))
  }

  package func run(_ runner: BenchmarkRunner) async throws -> BenchmarkReport {
    guard !actions.isEmpty else { throw BenchmarkError.nothingToMeasure("there is no action") }
    let summary = ComparisonSummary(
      subject: subject, sizes: [size], reads: readsPerChange, strategies: strategies)
    var report = try await runner.run([group])
    report.tables += summary.tables(report)
    report.findings += summary.findings(report)
    return report
  }

  /// All strategies, each with each number of reads that takes a bearable time.
  ///
  /// Where each read makes a copy, the cost of many reads follows from that of one.
  public var group: BenchmarkGroup {
    BenchmarkGroup(
      "\(subject) of \(FigureFormat.grouped(Double(size)))",
      cases: strategies.flatMap { strategy in
        readsPerChange.filter {
          $0 <= 1 || !strategy.paysForEveryRead || $0 * size <= 1_000
        }.map { reads in
          BenchmarkCase(
            strategy.caseName(subject, reads: reads, size: size), size: size, per: "change",
            isSlow: strategy.isSlow, mayCrash: strategy.mayCrash
          ) {
            let steps = try strategy.setup()
            return {
              try steps.change()
              for _ in 0..<reads { try steps.read() }
            }
          }
        }
      })
  }
}
