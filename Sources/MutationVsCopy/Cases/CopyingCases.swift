internal import Foundation
internal import ObjectGraph
internal import ReduxBenchmarks

/// The cost of a deep copy, by every means of making one.
@MainActor
enum CopyingCases {
  static let sizes = [10, 100, 1_000, 10_000, 100_000]

  static var groups: [BenchmarkGroup] {
    sizes.map(instances) + [
      million, archiver, tree, app, firstCopy, hook, values, strings, comparing, memory,
    ]
  }

  /// A case whose times are per object of a list.
  private static func copying<Root, Copy>(
    _ operation: String, _ count: Int, isSlow: Bool = false, mayCrash: Bool = false,
    _ root: @escaping @MainActor (Int) throws -> Root,
    _ copy: @escaping @MainActor (Root) throws -> Copy
  ) -> BenchmarkCase {
    BenchmarkCase(
      "Copying.\(operation)(\(count))", size: count, per: "object", unitsPerCall: count,
      isSlow: isSlow, mayCrash: mayCrash
    ) {
      let root = try root(count)
      return { try copy(root) }
    }
  }

  /// A case whose time is per copy.
  private static func copyingWhole<Root, Copy>(
    _ operation: String, _ size: Int, _ root: @escaping @MainActor () throws -> Root,
    _ copy: @escaping @MainActor (Root) throws -> Copy
  ) -> BenchmarkCase {
    BenchmarkCase("Copying.\(operation)(\(size))", size: size, per: "copy") {
      let root = try root()
      return { try copy(root) }
    }
  }

  private static func instances(_ count: Int) -> BenchmarkGroup {
    let label = "copy of \(count.formatted(.number.locale(.init(identifier: "en_US")))) instances"
    func against(_ name: String, _ side: String, _ other: String, _ bound: Bound) -> RatioClaim {
      RatioClaim(
        "\(label) against \(name)", of: "Copying.\(side)(\(count))",
        to: "Copying.\(other)(\(count))", bound)
    }
    let map = "handWrittenWithIdentityMap"
    let ratios: [RatioClaim] =
      switch count {
      case 1_000:
        [
          against("JSON", "json", "objectGraph", .atLeast(14)),
          against("hand-written with identity map", "objectGraph", map, .atMost(3.6)),
        ]
      case 100_000: [against("JSON", "json", "objectGraph", .atLeast(10))]
      default: []
      }
    return BenchmarkGroup(
      label,
      cases: [
        copying("objectGraph", count, Item.list) { try Graph.copy($0) },
        copying("handWritten", count, Item.list) { $0.map { $0.copied() } },
        copying(map, count, Item.list) { Item.copyKeepingSharing($0) },
        copying("json", count, isSlow: count > 10_000, Item.list) { try JSONRoundTrip.copy($0) },
        copying("recordingNothing", count, isSlow: count > 10_000) {
          try FloorCoder(Item.list($0))
        } _: {
          try $0.roundTrip()
        },
        copying("propertyList", count, isSlow: count > 1_000, Item.list) {
          try PropertyListRoundTrip.copy($0)
        },
      ],
      ratios: ratios)
  }

  /// A graph of a million objects, by what a person would wait for; a copy takes about a gigabyte.
  private static var million: BenchmarkGroup {
    let (count, map) = (1_000_000, "handWrittenWithIdentityMap")
    return BenchmarkGroup(
      "copy of 1,000,000 instances",
      cases: [
        copying("objectGraph", count, isSlow: true, Item.list) { try Graph.copy($0) },
        copying("handWritten", count, isSlow: true, Item.list) { $0.map { $0.copied() } },
        copying(map, count, isSlow: true, Item.list) { Item.copyKeepingSharing($0) },
        copying("ofAThousand", 1_000, Item.list) { try Graph.copy($0) },
      ],
      ratios: [
        RatioClaim(
          "copy per object of 1,000,000 instances against 1,000",
          of: "Copying.objectGraph(\(count))", to: "Copying.ofAThousand(1000)", .atMost(1.3))
      ])
  }

  /// The archiver alone: in a group with others it would leave them no time.
  private static var archiver: BenchmarkGroup {
    BenchmarkGroup(
      "copy by NSKeyedArchiver",
      cases: [10, 100, 1_000].map { count in
        copying("keyedArchiver", count, isSlow: count > 100, mayCrash: true, ArchivedItem.list) {
          try ArchivedItem.copyByArchiving($0)
        }
      })
  }

  private static var tree: BenchmarkGroup {
    BenchmarkGroup(
      "copy of a tree",
      cases: [
        copying("tree", 21_845) { _ in
          Folder.tree(depth: 8)
        } _: {
          try Graph.copy($0)
        },
        copying("treeByHandWithIdentityMap", 21_845) { _ in
          Folder.tree(depth: 8)
        } _: {
          $0.copyKeepingSharing()
        },
      ],
      ratios: [
        RatioClaim(
          "copy of a tree with shared leaves against hand-written with identity map",
          of: "Copying.tree(21845)", to: "Copying.treeByHandWithIdentityMap(21845)", .atMost(3.2))
      ])
  }

  private static var app: BenchmarkGroup {
    BenchmarkGroup(
      "copy of an app state",
      cases: [
        copyingWhole("app", 20, Browser.init) { try Graph.copy($0) },
        copyingWhole("appByJSON", 20, Browser.init) { try JSONRoundTrip.copy($0) },
        copyingWhole("appOfMarkedEnums", 20, MarkedBrowser.init) { try Graph.copy($0) },
        copyingWhole("appRecordingNothing", 20) {
          try FloorCoder(Browser())
        } _: {
          try $0.roundTrip()
        },
      ],
      ratios: [
        RatioClaim(
          "copy of an app state of 20 objects against JSON",
          of: "Copying.appByJSON(20)", to: "Copying.app(20)", .atLeast(10)),
        RatioClaim(
          "the same with its five enums marked as values against JSON",
          of: "Copying.appByJSON(20)", to: "Copying.appOfMarkedEnums(20)", .atLeast(12)),
      ])
  }

  /// The first copy in a process, which finds out how to copy each type.
  private static var firstCopy: BenchmarkGroup {
    func first(
      _ operation: String, _ copy: @escaping @MainActor (Browser) throws -> Browser
    ) -> BenchmarkCase {
      BenchmarkCase(
        "Copying.\(operation)(20)", size: 20, per: "process", isFirstCall: true
      ) {
        let app = Browser()
        return { try copy(app) }
      }
    }
    return BenchmarkGroup(
      "first copy of an app state in a process",
      cases: [
        first("first") { try Graph.copy($0) },
        first("firstByJSON") { try JSONRoundTrip.copy($0) },
      ],
      ratios: [
        RatioClaim(
          "first copy of an app state in a process against JSON's first round trip",
          of: "Copying.first(20)", to: "Copying.firstByJSON(20)", .atMost(1.5))
      ])
  }

  /// How many processes the figures of the first copy come from.
  static func findings(_ report: BenchmarkReport) -> [String] {
    guard let copy = report.result("Copying.first(20)"),
      let json = report.result("Copying.firstByJSON(20)")
    else { return [] }
    return [
      "The first copy of an app state in a process takes \(milliseconds(copy)), the first round trip "
        + "through JSON \(milliseconds(json)): medians of \(copy.samples) and \(json.samples) "
        + "processes, in turns."
    ]
  }

  private static func milliseconds(_ item: CaseResult) -> String {
    String(format: "%.2f ms", item.median / 1e6)
  }

  /// A class with a copy hook, against the copy that a person writes without this package.
  private static var hook: BenchmarkGroup {
    BenchmarkGroup(
      "copy by the copy hook",
      cases: [
        copying("hook", 1_000, HookedItem.list) { try Graph.copy($0) },
        copying("hookAgainst", 1_000, Item.list) { Item.copyKeepingSharing($0) },
      ],
      ratios: [
        RatioClaim(
          "copy by the hook against hand-written with identity map",
          of: "Copying.hook(1000)", to: "Copying.hookAgainst(1000)", .atMost(1.2))
      ])
  }

  private static var values: BenchmarkGroup {
    BenchmarkGroup(
      "copy of values",
      cases: [10, 100_000].map { count in
        copyingWhole("values", count) {
          Login.list(count)
        } _: {
          try Graph.copy($0)
        }
      } + [
        copyingWhole("oneInstance", 1) {
          Item(1)
        } _: {
          try Graph.copy($0)
        }
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

  /// Strings of as many bytes, in ASCII and beyond.
  private static var strings: BenchmarkGroup {
    func texts(_ letter: String) -> @MainActor (Int) -> [String] {
      { count in (0..<count).map { String(repeating: letter, count: 20) + String($0) } }
    }
    return BenchmarkGroup(
      "copy of strings",
      cases: [
        copying("stringsOfASCII", 10_000, texts("aa")) { try Graph.copy($0) },
        copying("stringsBeyondASCII", 10_000, texts("\u{e4}")) { try Graph.copy($0) },
      ],
      ratios: [
        RatioClaim(
          "copy of 10,000 strings that are not ASCII against ASCII",
          of: "Copying.stringsBeyondASCII(10000)", to: "Copying.stringsOfASCII(10000)",
          .atMost(1.1))
      ])
  }

  private static var comparing: BenchmarkGroup {
    BenchmarkGroup(
      "comparing equal graphs",
      cases: [
        copying("isEqual", 1_000) { count in
          (Item.list(count), Item.list(count))
        } _: { old, new in
          try Graph.isEqual(old, new)
        },
        copying("copyInsteadOfIsEqual", 1_000, Item.list) { try Graph.copy($0) },
      ],
      ratios: [
        RatioClaim(
          "isEqual of two equal graphs of 1,000 instances against a copy",
          of: "Copying.isEqual(1000)", to: "Copying.copyInsteadOfIsEqual(1000)", .atMost(2))
      ])
  }

  private static var memory: BenchmarkGroup {
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
          "chain of 100,000: copied, or an error that names the depth", unit: "chains copied",
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

enum JSONRoundTrip {
  static func copy<Root: Codable>(_ root: Root) throws -> Root {
    try JSONDecoder().decode(Root.self, from: JSONEncoder().encode(root))
  }
}

enum PropertyListRoundTrip {
  static func copy<Root: Codable>(_ root: Root) throws -> Root {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    return try PropertyListDecoder().decode(Root.self, from: encoder.encode(root))
  }
}
