internal import ObjectGraph
internal import ReduxBenchmarks
internal import ValueRedux

/// Mutation against copying, over sizes and reads per change.
@MainActor
enum ComparisonCases {
  static var comparisons: [StateComparison<Shelf, ShelfValue, ShelfAction>] {
    [10, 100, 1_000, 10_000, 100_000].map(comparison)
  }

  /// Beside the times of all, the price of one read per change of many marked values.
  static var groups: [BenchmarkGroup] {
    var groups = comparisons.map(\.group)
    let (largest, name) = (groups.removeLast(), "Comparison.snapshotOfMarkedValues.reads")
    let ratio = RatioClaim(
      "a change of 100,000 marked values with a read against one without",
      of: name + "1(100000)", to: name + "0(100000)", .reported)
    return groups + [BenchmarkGroup(largest.title, cases: largest.cases, ratios: [ratio])]
  }

  private static func comparison(
    _ count: Int
  ) -> StateComparison<Shelf, ShelfValue, ShelfAction> {
    var comparison = StateComparison(
      state: Shelf(count), blocks: [ShelfAction.block],
      value: ShelfValue(count), reducer: Reducer(ShelfAction.reduce),
      actions: (0..<5).map { .toggle($0) }, subject: "Comparison", size: count)
    comparison.additional = [
      comparison.snapshots("snapshotByHand", label: "classes, snapshot per read: hand-written") {
        $0.items.map { $0.copied() }
      },
      markedValues(count),
    ]
    return comparison
  }

  /// A class as the root, and below it values that a copy shares.
  private static func markedValues(_ count: Int) -> ComparisonStrategy {
    StateComparison(
      state: MarkedShelf(count), blocks: [ShelfAction.markedBlock],
      value: (), reducer: Reducer { (_: inout Void, _: ShelfAction) in },
      actions: (0..<5).map { .toggle($0) }, size: count
    ).snapshots(
      "snapshotOfMarkedValues", label: "class of marked values, snapshot per read: ObjectGraph",
      paysForEveryRead: false
    ) { try Graph.copy($0) }
  }
}
