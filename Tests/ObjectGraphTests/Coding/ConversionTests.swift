import Foundation
import ObjectGraph
import Testing

/// A value that is encoded as one type may be decoded as another, where standard coders allow it.
struct ConversionTests {
  /// Encodes one value and decodes it as another type.
  struct Change<Old: Codable, New: Codable>: Codable {
    var old: Old?
    var new: New?
    enum Keys: CodingKey { case value }
    init(_ old: Old) { self.old = old }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      if let old { try container.encode(old, forKey: .value) }
    }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      new = try container.decode(New.self, forKey: .value)
    }
  }

  private func change<Old: Codable, New: Codable>(_ old: Old, _ type: New.Type) throws -> New {
    try #require(try Graph.copy(Change<Old, New>(old)).new)
  }

  final class Leaf: Codable {
    var value: Int
    init(_ value: Int) { self.value = value }
  }
  struct Wrapper: Codable { var value: Int }
  struct Transparent<Value: Codable>: Codable {
    var inner: Value
    init(_ inner: Value) { self.inner = inner }
    init(from decoder: any Decoder) throws {
      inner = try decoder.singleValueContainer().decode(Value.self)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(inner)
    }
  }
  enum Level: Int, Codable { case low = 1, high = 2 }

  @Test func optionalsAreUnwrappedAndWrapped() throws {
    #expect(try change(Optional(5), Int.self) == 5)
    #expect(try change(5, Int?.self) == 5)
    #expect(try change(Optional(Wrapper(value: 3)), Wrapper.self).value == 3)
    #expect(throws: DecodingError.self) { try change(Optional<Int>.none, Int.self) }
  }

  @Test func rawValuesAndWrappersAreTransparent() throws {
    #expect(try change(Level.high, Int.self) == 2)
    #expect(try change(2, Level.self) == .high)
    #expect(throws: DecodingError.self) { try change(3, Level.self) }
    #expect(try change(Transparent(7), Int.self) == 7)
    #expect(try change(7, Transparent<Int>.self).inner == 7)
    #expect(try change(Transparent(Wrapper(value: 4)), Wrapper.self).value == 4)
    #expect(try change(Wrapper(value: 4), Transparent<Wrapper>.self).inner.value == 4)
    #expect(try change(Date(timeIntervalSinceReferenceDate: 9), Double.self) == 9)
  }

  @Test func typesWithTheSameKeysStandInForEachOther() throws {
    #expect(try change(["value": 6], Wrapper.self).value == 6)
    #expect(try change(Wrapper(value: 6), [String: Int].self) == ["value": 6])
    #expect(try change([1, 2], Set<Int>.self) == [1, 2])
    #expect(try change(Leaf(8), Wrapper.self).value == 8)
    #expect(try change(Wrapper(value: 8), Leaf.self).value == 8)
  }

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

  class Shape: Encodable {
    var area = 0
    enum Keys: CodingKey { case area }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(area, forKey: .area)
    }
  }

  final class Circle: Shape, Decodable {
    override init() {}
    init(from decoder: any Decoder) throws {
      super.init()
      area = try decoder.container(keyedBy: Keys.self).decode(Int.self, forKey: .area)
    }
  }

  /// Encodes an object as its superclass, which is not decodable, and decodes the subclass.
  struct Drawing: Codable {
    var circle: Circle
    init(_ circle: Circle) { self.circle = circle }
    init(from decoder: any Decoder) throws {
      circle = try decoder.singleValueContainer().decode(Circle.self)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(circle as Shape)
    }
  }

  @Test func anObjectEncodedAsAnEncodableSuperclassIsDecoded() throws {
    let circle = Circle()
    circle.area = 3
    let copy = try Graph.copy(Drawing(circle)).circle
    #expect(copy !== circle)
    #expect(copy.area == 3)
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
    let shared = Shared()
    let copy = try Graph.copy((0..<1_000).map { _ in Owner(shared) })
    #expect(copy.allSatisfy { $0.number == 7 && $0.shared === copy[0].shared })
  }
}
