import Foundation
import ObjectGraph

extension ComparisonRow {
  private struct Uncoded: Codable {
    var coded = 1
    var uncoded = 0
    enum CodingKeys: CodingKey { case coded }
  }

  /// Its `init(from:)` notes the thread at the end of a chain.
  private final class Threaded: Codable {
    var next: Threaded?
    var thread: Thread?
    enum CodingKeys: CodingKey { case next }
    init(_ next: Threaded?) { self.next = next }
    init(from decoder: any Decoder) throws {
      thread = Thread.current
      let container = try decoder.container(keyedBy: CodingKeys.self)
      next = try container.decodeIfPresent(Threaded.self, forKey: .next)
    }
  }

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

  private struct Refusing: Codable {
    init() {}
    init(from decoder: any Decoder) throws {}
    func encode(to encoder: any Encoder) throws { throw CancellationError() }
  }

  /// Encodes a child that throws.
  private struct Parent: Codable {
    enum Way { case tolerant, ignoring, catching }
    private static let way = CodingUserInfoKey(rawValue: "way")
    static func info(_ way: Way) -> [CodingUserInfoKey: any Sendable] {
      Self.way.map { [$0: way] } ?? [:]
    }
    var text = "original"
    init() {}
    func encode(to encoder: any Encoder) throws {
      do {
        try encoder.encode(Refusing(), as: .other)
        try encoder.encode("copied", as: .value)
      } catch  where Self.way.flatMap({ encoder.userInfo[$0] as? Way }) == .catching {
        try encoder.encode("replaced", as: .value)
      }
    }
    init(from decoder: any Decoder) throws {
      text = try decoder.decode(String.self, as: .value)
      if Self.way.flatMap({ decoder.userInfo[$0] as? Way }) != .ignoring {
        _ = try? decoder.decode(Refusing.self, as: .other)
      }
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

  static let coding = [
    ComparisonRow("a property that its type does not encode") { coder in
      var sample = Uncoded()
      sample.uncoded = 7
      return try coder.roundTrip(sample).uncoded == 0 ? "its default" : "kept"
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
      var chain = Threaded(nil)
      for _ in 1..<300 { chain = Threaded(chain) }
      var copy = try coder.roundTrip(chain)
      while let next = copy.next { copy = next }
      return copy.thread === Thread.current ? "the caller's" : "another"
    },
    ComparisonRow("`userInfo` in the coding of the types") { coder in
      let copy = try coder.roundTrip(Informed(), userInfo: [key("number"): 5])
      return copy.encoded == 5 && copy.decoded == 5 ? "passed" : "lost"
    },
    ComparisonRow(
      "the error of a child's `encode`, where its parent decodes it with `try?`"
    ) { coder in
      try coder.roundTrip(Parent(), userInfo: Parent.info(.tolerant)).text
    },
    ComparisonRow("the error of a child's `encode`, where its parent does not decode it") { coder in
      let copy = try coder.roundTrip(Parent(), userInfo: Parent.info(.ignoring))
      return copy.text == "copied" ? "no error" : copy.text
    },
    ComparisonRow(
      "a `catch` around the `encode` of a child that throws, which encodes something else"
    ) { coder in
      let copy = try coder.roundTrip(Parent(), userInfo: Parent.info(.catching))
      return copy.text == "replaced" ? "runs" : copy.text
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
