internal import ObjectGraph
internal import ReduxBenchmarks

extension CopyingCases {
  /// Graphs that are not a plain list: a tree that shares, an app, values.
  static var shapes: [BenchmarkGroup] {
    [
      BenchmarkGroup(
        "copy of a tree",
        cases: [
          BenchmarkCase(
            "Copying.tree(21845)", size: 21_845, per: "object", unitsPerCall: 21_845
          ) {
            let tree = Folder.tree(depth: 8)
            return { try Graph.copy(tree) }
          },
          BenchmarkCase(
            "Copying.treeByHandWithIdentityMap(21845)", size: 21_845, per: "object",
            unitsPerCall: 21_845
          ) {
            let tree = Folder.tree(depth: 8)
            return { tree.copyKeepingSharing() }
          },
        ],
        ratios: [
          RatioClaim(
            "copy of a tree with shared leaves against hand-written with identity map",
            of: "Copying.tree(21845)", to: "Copying.treeByHandWithIdentityMap(21845)",
            .atMost(3.2))
        ]),
      BenchmarkGroup(
        "copy of an app state",
        cases: [
          BenchmarkCase("Copying.app(20)", size: 20, per: "copy") {
            let app = Browser()
            return { try Graph.copy(app) }
          },
          BenchmarkCase("Copying.appByJSON(20)", size: 20, per: "copy") {
            let app = Browser()
            return { try JSONRoundTrip.copy(app) }
          },
          BenchmarkCase("Copying.appOfMarkedEnums(20)", size: 20, per: "copy") {
            let app = MarkedBrowser()
            return { try Graph.copy(app) }
          },
          BenchmarkCase("Copying.appRecordingNothing(20)", size: 20, per: "copy") {
            let coder = try FloorCoder(Browser())
            return { try coder.roundTrip() }
          },
        ],
        ratios: [
          RatioClaim(
            "copy of an app state of 20 objects against JSON",
            of: "Copying.appByJSON(20)", to: "Copying.app(20)", .atLeast(10)),
          RatioClaim(
            "the same with its five enums marked as values against JSON",
            of: "Copying.appByJSON(20)", to: "Copying.appOfMarkedEnums(20)", .atLeast(12)),
        ]),
    ]
  }

  /// A class with a copy written by hand, against what a person writes without this package.
  static var hook: BenchmarkGroup {
    let count = 1_000
    return BenchmarkGroup(
      "copy by the hand-written hook",
      cases: [
        BenchmarkCase(
          "Copying.hook(\(count))", size: count, per: "object", unitsPerCall: count
        ) {
          let items = HookedItem.list(count)
          return { try Graph.copy(items) }
        },
        BenchmarkCase(
          "Copying.hookAgainst(\(count))", size: count, per: "object", unitsPerCall: count
        ) {
          let items = Item.list(count)
          return { Item.copyKeepingSharing(items) }
        },
      ],
      ratios: [
        RatioClaim(
          "copy by the hook against hand-written with identity map",
          of: "Copying.hook(\(count))", to: "Copying.hookAgainst(\(count))", .atMost(1.2))
      ])
  }

  /// Structs that are copied by keeping them.
  static var values: BenchmarkGroup {
    BenchmarkGroup(
      "copy of values",
      cases: [
        BenchmarkCase("Copying.values(10)", size: 10, per: "copy") {
          let logins = Login.list(10)
          return { try Graph.copy(logins) }
        },
        BenchmarkCase("Copying.values(100000)", size: 100_000, per: "copy") {
          let logins = Login.list(100_000)
          return { try Graph.copy(logins) }
        },
        BenchmarkCase("Copying.oneInstance(1)", size: 1, per: "copy") {
          let item = Item(1)
          return { try Graph.copy(item) }
        },
      ],
      ratios: [
        RatioClaim(
          "copy of 100,000 values against 10", of: "Copying.values(100000)",
          to: "Copying.values(10)", .atMost(1.3)),
        RatioClaim(
          "copy of 100,000 values against one instance", of: "Copying.values(100000)",
          to: "Copying.oneInstance(1)", .atMost(2)),
      ])
  }

  /// What is not a time: memory, and a depth that must not end the process.
  static var memory: BenchmarkGroup {
    BenchmarkGroup(
      "memory and depth of a copy",
      trials: [
        Trial(
          "peak memory of a copy of 100,000 against hand-written", unit: "ratio", .atMost(2)
        ) {
          let items = Item.list(100_000)
          let graph = try PeakMemory.rise { try Graph.copy(items) }
          let byHand = PeakMemory.rise { items.map { $0.copied() } }
          guard let graph, let byHand, byHand > 0 else { return nil }
          return Double(graph) / Double(byHand)
        },
        Trial(
          "chain of 100,000: copied, or an error that names the depth", unit: "chains kept",
          .exactly(1), repetitions: 1, mayCrash: true
        ) {
          let chain = Link.chain(100_000)
          do {
            return try Graph.copy(chain).length == 100_000 ? 1 : 0
          } catch EncodingError.invalidValue(_, let context) {
            let words = context.debugDescription
            return words.contains("deep") || words.contains("depth") ? 1 : 0
          }
        },
      ])
  }

  /// Time per object against the number of objects.
  static func chart(_ report: BenchmarkReport) -> LineChart {
    let lines = [
      ("NSKeyedArchiver", "keyedArchiver"), ("binary property list", "propertyList"),
      ("JSON", "json"), ("Graph.copy", "objectGraph"),
      ("by hand, with identity map", "handWrittenWithIdentityMap"), ("by hand", "handWritten"),
    ]
    return LineChart(
      title: "A deep copy of a list of objects", xLabel: "objects in the list",
      yLabel: "time per object",
      series: lines.map { label, name in
        LineChart.Series(
          label,
          points: sizes.compactMap { size in
            report.result("Copying.\(name)(\(size))").map { LineChart.Point(x: Double(size), $0) }
          })
      })
  }
}
