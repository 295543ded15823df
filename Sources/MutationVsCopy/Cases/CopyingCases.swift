internal import Foundation
internal import ObjectGraph
internal import ReduxBenchmarks

/// What a deep copy costs, made in all the ways there are.
@MainActor
enum CopyingCases {
  static let sizes = [10, 100, 1_000, 10_000, 100_000]

  static var groups: [BenchmarkGroup] {
    sizes.map(instances) + [archiver] + shapes + [hook, values, memory]
  }

  /// All ways that take time in the same order of magnitude, in turns.
  private static func instances(_ count: Int) -> BenchmarkGroup {
    let graph = "Copying.objectGraph(\(count))"
    let json = "Copying.json(\(count))"
    let byHand = "Copying.handWrittenWithIdentityMap(\(count))"
    let label = "copy of \(count.formatted(.number.locale(.init(identifier: "en_US")))) instances"
    var ratios: [RatioClaim] = []
    if count == 1_000 {
      ratios = [
        RatioClaim("\(label) against JSON", of: "\(json)", to: "\(graph)", .atLeast(14)),
        RatioClaim(
          "\(label) against hand-written with identity map", of: "\(graph)", to: "\(byHand)",
          .atMost(3.6)),
      ]
    } else if count == 100_000 {
      ratios = [
        RatioClaim("\(label) against JSON", of: "\(json)", to: "\(graph)", .atLeast(10))
      ]
    }
    return BenchmarkGroup(
      "\(label)",
      cases: [
        copying(graph, count) { try Graph.copy($0) },
        copying("Copying.handWritten(\(count))", count) { $0.map { $0.copied() } },
        copying(byHand, count) { Item.copyKeepingSharing($0) },
        copying(json, count, isSlow: count > 10_000) { try JSONRoundTrip.copy($0) },
        BenchmarkCase(
          "Copying.recordingNothing(\(count))", size: count, per: "object", unitsPerCall: count,
          isSlow: count > 10_000
        ) {
          let coder = try FloorCoder(Item.list(count))
          return { try coder.roundTrip() }
        },
        copying("Copying.propertyList(\(count))", count, isSlow: count > 1_000) {
          try PropertyListRoundTrip.copy($0)
        },
      ],
      ratios: ratios)
  }

  private static func copying(
    _ name: String, _ count: Int, isSlow: Bool = false,
    _ copy: @escaping @MainActor ([Item]) throws -> [Item]
  ) -> BenchmarkCase {
    BenchmarkCase(name, size: count, per: "object", unitsPerCall: count, isSlow: isSlow) {
      let items = Item.list(count)
      return { try copy(items) }
    }
  }

  /// The archiver alone: it takes so long that it would leave no time for the others.
  private static var archiver: BenchmarkGroup {
    BenchmarkGroup(
      "copy by NSKeyedArchiver",
      cases: [10, 100, 1_000].map { count in
        BenchmarkCase(
          "Copying.keyedArchiver(\(count))", size: count, per: "object", unitsPerCall: count,
          isSlow: count > 100, mayCrash: true
        ) {
          let items = ArchivedItem.list(count)
          return { try ArchivedItem.copyByArchiving(items) }
        }
      })
  }
}

/// The copy that people make who have nothing better.
enum JSONRoundTrip {
  static func copy<Root: Codable>(_ root: Root) throws -> Root {
    try JSONDecoder().decode(Root.self, from: JSONEncoder().encode(root))
  }
}

/// The copy that people make who do not trust JSON with dates.
enum PropertyListRoundTrip {
  static func copy<Root: Codable>(_ root: Root) throws -> Root {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    return try PropertyListDecoder().decode(Root.self, from: encoder.encode(root))
  }
}
