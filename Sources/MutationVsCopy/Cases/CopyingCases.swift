internal import Foundation
internal import ObjectGraph
internal import ReduxBenchmarks

/// The cost of a deep copy, by every means of making one.
@MainActor
enum CopyingCases {
  static var groups: [BenchmarkGroup] {
    [instances, hooks, many, million, tree, app, values, strings, differing, memory]
  }

  /// A case whose times are per object of a list, or per copy of the whole.
  private static func copying<Root, Copy>(
    _ operation: String, _ count: Int, per unit: String = "object", isSlow: Bool = false,
    _ root: @escaping @MainActor (Int) throws -> Root,
    _ copy: @escaping @MainActor (Root) throws -> Copy
  ) -> BenchmarkCase {
    BenchmarkCase(
      "Copying.\(operation)(\(count))", size: count, per: unit,
      unitsPerCall: unit == "object" ? count : 1, isSlow: isSlow
    ) {
      let root = try root(count)
      return { try copy(root) }
    }
  }

  private static func objects(_ count: Int, isSlow: Bool = false) -> BenchmarkCase {
    copying("objectGraph", count, isSlow: isSlow, Item.list) { try Graph.copy($0) }
  }

  private static func json(_ count: Int, isSlow: Bool = false) -> BenchmarkCase {
    copying("json", count, isSlow: isSlow, Item.list) { try JSONRoundTrip.copy($0) }
  }

  private static func against(
    _ name: String, _ side: String, _ other: String, _ bound: Bound
  ) -> RatioClaim {
    RatioClaim(name, of: "Copying.\(side)(1000)", to: "Copying.\(other)(1000)", bound)
  }

  /// Lists of objects, copied by each means, and compared.
  private static var instances: BenchmarkGroup {
    BenchmarkGroup(
      "copy of instances",
      cases: [
        objects(10), objects(1_000), json(1_000),
        copying("byHand", 1_000, Item.list) { Item.copyKeepingSharing($0) },
        copying("hook", 1_000, HookedItem.list) { try Graph.copy($0) },
        copying("isEqual", 1_000, pair) { try Graph.isEqual($0.old, $0.new) },
      ],
      ratios: [
        against("copy of 1,000 instances against JSON", "json", "objectGraph", .atLeast(12)),
        against(
          "copy of 1,000 instances against hand-written with identity map", "objectGraph",
          "byHand", .atMost(5)),
        against(
          "copy by the hook against hand-written with identity map", "hook", "byHand",
          .atMost(1.2)),
        against(
          "isEqual of two equal graphs of 1,000 instances against a copy", "isEqual",
          "objectGraph", .atMost(2)),
      ])
  }

  /// Values with a copy hook: enums with payloads, and large structs.
  private static var hooks: BenchmarkGroup {
    func rows(_ count: Int) -> [Row] { HookedItem.list(count).map { .item($0, isPinned: true) } }
    func panels(_ count: Int) -> [Panel] { HookedItem.list(count).map { Panel($0) } }
    return BenchmarkGroup(
      "copy of values by a hook",
      cases: [
        copying("enums", 1_000, rows) { try Graph.copy($0) },
        copying("enumsByHand", 1_000, rows) {
          var copies: [ObjectIdentifier: HookedItem] = [:]
          return $0.map { $0.copied(&copies) }
        },
        copying("structs", 1_000, panels) { try Graph.copy($0) },
        copying("structsByHand", 1_000, panels) {
          var copies: [ObjectIdentifier: HookedItem] = [:]
          return $0.map { $0.copied(&copies) }
        },
      ],
      ratios: ["enums", "structs"].map { values in
        against(
          "copy of 1,000 \(values) by a hook against hand-written with identity map", values,
          values + "ByHand", .atMost(3))
      })
  }

  private static var many: BenchmarkGroup {
    BenchmarkGroup(
      "copy of 100,000 instances against JSON", of: json(100_000, isSlow: true),
      to: objects(100_000), .atLeast(10))
  }

  /// A graph of a million objects, by what a person would wait for; a copy takes about a gigabyte.
  private static var million: BenchmarkGroup {
    BenchmarkGroup(
      "copy per object of 1,000,000 instances against 1,000",
      of: objects(1_000_000, isSlow: true),
      to: copying("ofAThousand", 1_000, Item.list) { try Graph.copy($0) },
      .atMost(1.3))
  }

  private static var tree: BenchmarkGroup {
    func tree(_: Int) -> Folder { Folder.tree(depth: 8) }
    return BenchmarkGroup(
      "copy of a tree with shared leaves against hand-written with identity map",
      of: copying("tree", 21_845, tree) { try Graph.copy($0) },
      to: copying("treeByHandWithIdentityMap", 21_845, tree) { $0.copyKeepingSharing() },
      .atMost(3.2))
  }

  private static func browser(_: Int) -> Browser { Browser() }

  private static var app: BenchmarkGroup {
    BenchmarkGroup(
      "copy of an app state",
      cases: [
        copying("app", 20, per: "copy", browser) { try Graph.copy($0) },
        copying("appByJSON", 20, per: "copy", browser) { try JSONRoundTrip.copy($0) },
        copying("appOfMarkedEnums", 20, per: "copy", { _ in try MarkedBrowser.make() }) {
          try Graph.copy($0)
        },
      ],
      ratios: [
        RatioClaim(
          "copy of an app state of 20 objects against JSON",
          of: "Copying.appByJSON(20)", to: "Copying.app(20)", .atLeast(6)),
        RatioClaim(
          "the same with its five enums marked as values against JSON",
          of: "Copying.appByJSON(20)", to: "Copying.appOfMarkedEnums(20)", .atLeast(12)),
      ])
  }

  private static var values: BenchmarkGroup {
    BenchmarkGroup(
      "copy of values",
      cases: [
        copying("values", 10, per: "copy", Login.list) { try Graph.copy($0) },
        copying("values", 100_000, per: "copy", Login.list) { try Graph.copy($0) },
        copying("oneInstance", 1, per: "copy", { Item($0) }) { try Graph.copy($0) },
        copying("plainValues", 10, PlainLogin.list) { try Graph.copy($0) },
        copying("plainValues", 10_000, PlainLogin.list) { try Graph.copy($0) },
      ],
      ratios: [
        RatioClaim(
          "copy of 100,000 values against 10", of: "Copying.values(100000)",
          to: "Copying.values(10)", .atMost(1.3)),
        RatioClaim(
          "copy of 100,000 values against one instance", of: "Copying.values(100000)",
          to: "Copying.oneInstance(1)", .atMost(2)),
        RatioClaim(
          "copy per element of 10,000 structs that nothing marks against 10",
          of: "Copying.plainValues(10000)", to: "Copying.plainValues(10)", .atMost(1.5)),
      ])
  }

  /// Strings of as many bytes, in ASCII and beyond.
  private static var strings: BenchmarkGroup {
    func texts(_ letter: String) -> @MainActor (Int) -> [String] {
      { count in (0..<count).map { String(repeating: letter, count: 20) + String($0) } }
    }
    return BenchmarkGroup(
      "copy of 10,000 strings that are not ASCII against ASCII",
      of: copying("stringsBeyondASCII", 10_000, texts("\u{e4}")) { try Graph.copy($0) },
      to: copying("stringsOfASCII", 10_000, texts("aa")) { try Graph.copy($0) },
      .atMost(1.1))
  }

  private static func pair(_ count: Int) -> (old: [Item], new: [Item]) {
    (Item.list(count), Item.list(count))
  }

  private static var differing: BenchmarkGroup {
    BenchmarkGroup(
      "differences of 100,000 objects, one changed, against isEqual of equal ones",
      of: copying("differences", 100_000, isSlow: true) {
        let pair = pair($0)
        pair.new[50_000].isDone.toggle()
        return pair
      } _: {
        try Graph.differences(from: $0.old, to: $0.new)
      },
      to: copying("isEqual", 100_000, isSlow: true, pair) {
        try Graph.isEqual($0.old, $0.new)
      },
      .atMost(2))
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
          "chain of 100,000: copied", unit: "chains copied", .exactly(1), repetitions: 1
        ) { try Graph.copy(Link.chain(100_000)).length == 100_000 ? 1 : 0 },
      ])
  }
}

enum JSONRoundTrip {
  static func copy<Root: Codable>(_ root: Root) throws -> Root {
    try JSONDecoder().decode(Root.self, from: JSONEncoder().encode(root))
  }
}
