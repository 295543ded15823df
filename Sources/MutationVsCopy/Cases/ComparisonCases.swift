internal import ObjectGraph
internal import ReduxBenchmarks
internal import ValueRedux

/// Mutation against copying, over sizes and reads per change.
@MainActor
enum ComparisonCases {
  static let subject = "Comparison"
  static let sizes = [10, 100, 1_000, 10_000, 100_000]
  static let reads = [0, 1, 10, 100]

  static var groups: [BenchmarkGroup] { sizes.map { comparison($0).group } }

  static var summary: ComparisonSummary {
    ComparisonSummary(
      subject: subject, sizes: sizes, reads: reads, strategies: comparison(10).strategies)
  }

  private static func comparison(
    _ count: Int
  ) -> StateComparison<Shelf, ShelfValue, ShelfAction> {
    StateComparison(
      state: Shelf(count), blocks: [ShelfAction.block],
      value: ShelfValue(count), reducer: Reducer(ShelfAction.reduce),
      actions: (0..<5).map { .toggle($0) },
      subject: subject, size: count, readsPerChange: reads,
      additional: [byHand(count), markedValues(count)] + archiver(count))
  }

  private static func byHand(_ count: Int) -> ComparisonStrategy {
    ComparisonStrategy(
      "snapshotByHand", label: "classes, snapshot per read: hand-written", paysForEveryRead: true
    ) {
      let state = Shelf(count)
      return toggling(count, { ShelfAction.block(state, $0) }) {
        blackHole(state.items.map { $0.copied() })
      }
    }
  }

  /// A class as the root, and values below it that a copy keeps.
  private static func markedValues(_ count: Int) -> ComparisonStrategy {
    ComparisonStrategy(
      "snapshotOfMarkedValues", label: "class of marked values, snapshot per read: ObjectGraph",
      paysForEveryRead: false
    ) {
      let state = MarkedShelf(count)
      var kept: MarkedShelf?
      return toggling(count, { state.apply($0) }) {
        kept = try ObjectGraph.copy(state)
        blackHole(kept)
      }
    }
  }

  private static func archiver(_ count: Int) -> [ComparisonStrategy] {
    guard count <= 1_000 else { return [] }
    return [
      ComparisonStrategy(
        "snapshotByKeyedArchiver", label: "classes, snapshot per read: NSKeyedArchiver",
        paysForEveryRead: true, isSlow: true, mayCrash: true
      ) {
        let items = ArchivedItem.list(count)
        return toggling(
          count,
          { action in
            if case .toggle(let index) = action { items[index].isDone.toggle() }
          },
          read: { blackHole(try ArchivedItem.copyByArchiving(items)) })
      }
    ]
  }

  private static func toggling(
    _ count: Int, _ change: @escaping @MainActor (ShelfAction) -> Void,
    read: @escaping @MainActor () throws -> Void
  ) -> ComparisonStrategy.Steps {
    var index = 0
    return ComparisonStrategy.Steps(
      change: {
        change(.toggle(index))
        index = index == 4 ? 0 : index + 1
      },
      read: read)
  }
}
