internal import CommandLineSupport
internal import ObjectGraph
public import ReferenceRedux
public import ValueRedux
public import ValueReflection

/// A comparison that measures the cost of changing and copying your state, once as classes and once as a value.
///
/// ```swift
/// let report = try await StateComparison(
///   state: AppState(), blocks: AppState.blocks,
///   value: AppValue(), reducer: AppValue.reducer,
///   actions: [.add("milk"), .toggle(0)], size: 20
/// ).run()
/// print(report)
/// ```
///
/// Every strategy applies the actions in order, again and again. So each action must be valid at any time, and
/// all actions together should leave the state as large as it was. Every strategy works on its own state, so
/// the state that the caller passes does not change.
@MainActor
public struct StateComparison<
  State: AnyObject & Codable & SendableMetatype, Value: Sendable, Action: Sendable
>: Unreflected {
  let subject: String
  let size: Int
  let state: State
  let blocks: [ReduceBlock<State, Action>]
  let value: Value
  let reducer: Reducer<Value, Action>
  let actions: [Action]
  let readsPerChange: [Int]
  /// The strategies to measure besides the built-in ones, such as a copy written by hand.
  public var additional: [ComparisonStrategy] = []

  /// Creates a comparison.
  ///
  /// - Parameters:
  ///   - state: The class state.
  ///   - blocks: The reduce blocks of the class state.
  ///   - value: The same state as a value.
  ///   - reducer: The reducer of the value.
  ///   - actions: The actions that change the class state and the value; at least one.
  ///   - subject: The word with which the name of each case begins.
  ///   - size: The size of the state, such as the number of its objects, which the names of the cases and the charts
  ///     show. A quick run skips the strategies that are slow at this size.
  ///   - readsPerChange: The numbers of reads per change to measure, besides 0 and 1.
  public init(
    state: State,
    blocks: [ReduceBlock<State, Action>],
    value: Value,
    reducer: Reducer<Value, Action>,
    actions: [Action],
    subject: String = "State",
    size: Int,
    readsPerChange: [Int] = [0, 1, 10, 100]
  ) {
    self.state = state
    self.blocks = blocks
    self.value = value
    self.reducer = reducer
    self.actions = actions
    self.subject = subject
    self.size = size
    self.readsPerChange = Set(readsPerChange.filter { $0 >= 0 } + [0, 1]).sorted()
  }

  /// Measures the strategies; call this method in a release build only.
  ///
  /// - Parameter isQuick: True for a run of less than a minute, which skips slow strategies; false for a run of
  ///   a few minutes, whose figures can be published.
  /// - Returns: A report with the times, a table of the strategies, and the break-even point in words: the number of
  ///   reads per change from which classes with a snapshot for each read cost more than a value copied at each change.
  /// - Throws: An error if the build is a debug build, there is no action, or two strategies have the same name.
  public func run(isQuick: Bool = true) async throws -> BenchmarkReport {
    try await run(BenchmarkRunner(plan: isQuick ? .quick : .full))
  }

  func run(_ runner: BenchmarkRunner) async throws -> BenchmarkReport {
    guard !actions.isEmpty else { throw BenchmarkError.nothingToMeasure("there is no action") }
    var report = try await runner.run([group])
    _ = ComparisonSummary(of: [self]).conclude(&report)
    return report
  }

  /// Each strategy with each number of reads that takes an acceptable time.
  ///
  /// Where every read makes a copy, the cost of many reads is computed from that of one.
  package var group: BenchmarkGroup {
    BenchmarkGroup(
      "\(subject) of \(size.grouped)",
      cases: strategies.flatMap { strategy in
        readsPerChange.filter {
          $0 <= 1 || !strategy.paysForEveryRead || $0 * size <= 1_000
        }.map { reads in
          BenchmarkCase(
            strategy.caseName(subject, reads: reads, size: size), size: size, per: "change",
            isSlow: strategy.isSlow
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

  /// A closure that returns the actions in turn, over and over.
  func cycle() -> @MainActor () -> Action {
    var index = 0
    let actions = actions
    return {
      let action = actions[index]
      index = index + 1 == actions.count ? 0 : index + 1
      return action
    }
  }
}
