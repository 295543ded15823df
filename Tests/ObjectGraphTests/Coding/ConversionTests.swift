import Foundation
import ObjectGraph
import Testing

/// A value that is encoded as one type may be decoded as another, where standard coders allow it.
struct ConversionTests {
  @Test func identitySurvivesAConversion() throws {
    struct Pair: Codable {
      var plain: Leaf
      var wrapped: Leaf
      enum Keys: CodingKey { case plain, wrapped, optional }
      init(_ leaf: Leaf) {
        plain = leaf
        wrapped = leaf
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(plain, forKey: .plain)
        try container.encode(Transparent(wrapped), forKey: .wrapped)
        try container.encode(Optional(wrapped), forKey: .optional)
      }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        plain = try container.decode(Leaf.self, forKey: .plain)
        wrapped = try container.decode(Leaf.self, forKey: .wrapped)
        #expect(try container.decode(Leaf.self, forKey: .optional) === plain)
        #expect(try container.decode(Leaf?.self, forKey: .plain) === plain)
      }
    }
    let copy = try Graph.copy(Pair(Leaf(1)))
    #expect(copy.plain === copy.wrapped)
  }

  private final class Report: Encodable {
    var title = "title"
  }

  /// Decodes what it did not encode.
  private struct Holder: Codable {
    var report = Report()
    enum CodingKeys: CodingKey { case report }
    init() {}
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      report.title = try container.decode([String: String].self, forKey: .report)["title"] ?? ""
    }
  }

  @Test func aClassThatIsOnlyEncodableIsReadAsWhatItEncodes() throws {
    let holder = Holder()
    holder.report.title = "other"
    for _ in 0..<3 { #expect(try Graph.copy(holder).report.title == "other") }
    #expect(try Graph.isEqual(holder, holder))
  }

  /// Encodes an object, and reads it as a type that tries again where reading fails.
  struct Retried: Codable {
    final class Item: Codable { var number = 7 }

    struct Retry: Codable {
      @TaskLocal static var attempts: Attempts?
      final class Attempts: @unchecked Sendable {
        var rest = 20
      }
      var number: Int
      enum Keys: CodingKey { case missing, number }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        do {
          number = try container.decode(Int.self, forKey: .missing)
        } catch {
          guard let attempts = Self.attempts, attempts.rest > 0 else {
            number = try container.decode(Int.self, forKey: .number)
            return
          }
          attempts.rest -= 1
          self = try decoder.singleValueContainer().decode(Retry.self)
        }
      }
    }

    var number = 0
    enum Keys: CodingKey { case item }
    init() {}
    init(from decoder: any Decoder) throws {
      number = try decoder.container(keyedBy: Keys.self).decode(Retry.self, forKey: .item).number
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(Item(), forKey: .item)
    }
  }

  @Test func anObjectThatIsReadAgainAfterAnErrorIsNoCycle() throws {
    func numbers(_ copy: ([Retried]) throws -> [Retried]) throws -> [Int] {
      try Retried.Retry.$attempts.withValue(Retried.Retry.Attempts()) {
        try copy([Retried()]).map(\.number)
      }
    }
    #expect(try numbers { try Graph.copy($0) } == [7])
    #expect(
      try numbers { try JSONDecoder().decode([Retried].self, from: JSONEncoder().encode($0)) } == [
        7
      ])
  }

  /// An object that many owners share, each of which reads it as another type.
  final class Shared: Codable { var number = 7 }
  struct Other: Codable { var number: Int }
  struct Owner: Codable {
    var shared: Shared
    var number = 0
    enum Keys: CodingKey { case shared }
    init(_ shared: Shared) { self.shared = shared }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      number = try container.decode(Other.self, forKey: .shared).number
      shared = try container.decode(Shared.self, forKey: .shared)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(shared, forKey: .shared)
    }
  }

  @Test func aSharedObjectThatManyConvertIsNoCycle() throws {
    weak var kept: Shared?
    do {
      let shared = Shared()
      kept = shared
      let copy = try Graph.copy((0..<1_000).map { _ in Owner(shared) })
      #expect(copy.allSatisfy { $0.number == 7 && $0.shared === copy[0].shared })
    }
    #expect(kept == nil)
  }
}
