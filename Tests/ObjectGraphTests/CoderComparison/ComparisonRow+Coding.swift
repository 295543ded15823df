import Foundation
import ObjectGraph

extension ComparisonRow {
  private static func key(_ name: String) throws -> CodingUserInfoKey {
    guard let key = CodingUserInfoKey(rawValue: name) else { throw CancellationError() }
    return key
  }

  /// Both sides of its coding read `userInfo`.
  private struct Informed: Codable {
    var encoded: Int?
    var decoded: Int?
    init() {}
    func encode(to encoder: any Encoder) throws {
      try encoder.encode(encoder.userInfo[key("number")] as? Int, as: .value)
    }
    init(from decoder: any Decoder) throws {
      encoded = try decoder.decode(Int.self, as: .value)
      decoded = try decoder.userInfo[key("number")] as? Int
    }
  }

  /// Encodes a child that throws.
  private struct Parent: Codable {
    typealias Refusing = SurfacingErrorTests.Refusing
    enum Way { case tolerant, ignoring, catching }
    var text = "original"
    init() {}
    func encode(to encoder: any Encoder) throws {
      let way = try encoder.userInfo[key("way")] as? Way
      do {
        try encoder.encode(Refusing(true), as: .other)
        try encoder.encode("copied", as: .value)
      } catch  where way == .catching {
        try encoder.encode("replaced", as: .value)
      }
    }
    init(from decoder: any Decoder) throws {
      text = try decoder.decode(String.self, as: .value)
      if try decoder.userInfo[key("way")] as? Way != .ignoring {
        _ = try? decoder.decode(Refusing.self, as: .other)
      }
    }
    /// What a copy by the coder has.
    static func text(_ coder: ComparedCoder, _ way: Way) throws -> String {
      try coder.roundTrip(Parent(), userInfo: [key("way"): way]).text
    }
  }

  /// Notes in a table that it was encoded, as its parent reads after the `encode` of its child.
  private struct Entry: Codable {
    // `@unchecked Sendable`: one coder uses it, on one thread at a time.
    final class Table: @unchecked Sendable { var count = 0 }
    var seen = 0
    var isParent: Bool
    init(isParent: Bool) { self.isParent = isParent }
    func encode(to encoder: any Encoder) throws {
      let table = try encoder.userInfo[key("table")] as? Table
      table?.count += 1
      if isParent { try encoder.encode(Entry(isParent: false), as: .other) }
      try encoder.encode(table?.count, as: .value)
    }
    init(from decoder: any Decoder) throws {
      isParent = try decoder.container(keyedBy: Field.self).contains(.other)
      if isParent { _ = try decoder.decode(Entry.self, as: .other) }
      seen = try decoder.decode(Int.self, as: .value)
    }
  }

  static let coding: [ComparisonRow] = [
    ComparisonRow("a property that its type does not encode") { coder in
      let sample = VerifyCopyTests.Forgetful()
      sample.forgotten = 7
      return try coder.roundTrip(sample).forgotten == 0 ? "its default" : "kept"
    },
    ComparisonRow("a number as the root") { coder in
      try coder.roundTrip(5) == 5 ? "kept" : "changed"
    },
    ComparisonRow("nil as the root") { coder in
      try coder.roundTrip(Int?.none) == nil ? "kept" : "changed"
    },
    ComparisonRow("a list of 1,000 levels") { coder in
      // It holds the recursion of any coder, with a sanitizer too.
      try onThread(withStackOf: 65_536) {
        try coder.roundTrip(DepthTests.Node.chain(1_000)).values.count == 1_000 ? "kept" : "changed"
      }
    },
    ComparisonRow("a list of 200,000 levels") { coder in
      let copy = try coder.roundTrip(DepthTests.Node.chain(200_000))
      return copy.values.count == 200_000 ? "kept" : "changed"
    },
    ComparisonRow("the thread that codes what lies 300 levels deep") { coder in
      let levels = try coder.roundTrip(DepthMeaningTests.Level.chain(300)).levels
      return levels[299].thread === Thread.current ? "the caller's" : "another"
    },
    ComparisonRow("`userInfo` in the coding of the types") { coder in
      let copy = try coder.roundTrip(Informed(), userInfo: [key("number"): 5])
      return copy.encoded == 5 && copy.decoded == 5 ? "passed" : "lost"
    },
    ComparisonRow(
      "the error of a child's `encode`, where its parent decodes it with `try?`"
    ) { coder in
      try Parent.text(coder, .tolerant)
    },
    ComparisonRow("the error of a child's `encode`, where its parent does not decode it") { coder in
      try Parent.text(coder, .ignoring) == "copied" ? "no error" : "replaced"
    },
    ComparisonRow(
      "a `catch` around the `encode` of a child that throws, which encodes something else"
    ) { coder in
      try Parent.text(coder, .catching) == "replaced" ? "runs" : "copied"
    },
    ComparisonRow(
      "a table that children fill while they encode, when their parent reads it"
    ) { coder in
      let info = [try key("table"): Entry.Table()]
      return try coder.roundTrip(Entry(isParent: true), userInfo: info).seen == 2
        ? "filled" : "empty"
    },
    ComparisonRow("a `String`, decoded as a `URL`") { coder in
      let copy = try coder.roundTrip(Change<String, URL>("https://swift.org"))
      return copy.new?.host == "swift.org" ? "converted" : "changed"
    },
    ComparisonRow("an `Int`, decoded as a `Double`") { coder in
      try coder.roundTrip(Change<Int, Double>(5)).new == 5 ? "converted" : "changed"
    },
  ]
}
