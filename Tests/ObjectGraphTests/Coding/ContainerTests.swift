import ObjectGraph
import Testing

/// The containers of hand-written coding behave as those of the standard coders.
struct ContainerTests {
  final class Leaf: Codable {
    var value: Int
    init(_ value: Int) { self.value = value }
  }

  @Test func nestedContainersCarryObjects() throws {
    struct Nested: Codable {
      var leaf: Leaf
      var deep: [Leaf]
      enum Keys: CodingKey { case outer, list }
      enum Inner: CodingKey { case leaf, missing }
      init(_ leaf: Leaf) {
        self.leaf = leaf
        deep = [leaf, Leaf(2)]
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        var inner = container.nestedContainer(keyedBy: Inner.self, forKey: .outer)
        try inner.encode(leaf, forKey: .leaf)
        try inner.encodeNil(forKey: .missing)
        var list = container.nestedUnkeyedContainer(forKey: .list)
        #expect(list.count == 0)
        try list.encode(deep[0])
        var row = list.nestedUnkeyedContainer()
        try row.encode(deep[1])
        var last = list.nestedContainer(keyedBy: Inner.self)
        try last.encode(leaf, forKey: .leaf)
        try list.encodeNil()
        #expect(list.count == 4)
      }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        let inner = try container.nestedContainer(keyedBy: Inner.self, forKey: .outer)
        #expect(inner.codingPath.map(\.stringValue).suffix(1) == ["outer"])
        #expect(try inner.decodeNil(forKey: .missing))
        #expect(try inner.decodeIfPresent(Leaf.self, forKey: .missing) == nil)
        leaf = try inner.decode(Leaf.self, forKey: .leaf)
        var list = try container.nestedUnkeyedContainer(forKey: .list)
        deep = [try list.decode(Leaf.self)]
        var row = try list.nestedUnkeyedContainer()
        deep.append(try row.decode(Leaf.self))
        #expect(row.isAtEnd)
        let last = try list.nestedContainer(keyedBy: Inner.self)
        #expect(try last.decode(Leaf.self, forKey: .leaf) === leaf)
        #expect(try list.decodeNil())
        #expect(list.isAtEnd)
      }
    }
    let leaf = Leaf(1)
    let copy = try Graph.copy([Nested(leaf)])[0]
    #expect(copy.leaf !== leaf)
    #expect(copy.deep[0] === copy.leaf)
    #expect(copy.deep[1].value == 2)
  }

  @Test func keysAreReadInAnyOrderTwiceOrNotAtAll() throws {
    struct Shuffled: Codable, Equatable {
      var a: Int
      var b: String
      var c: Leaf?
      static func == (x: Shuffled, y: Shuffled) -> Bool { x.a == y.a && x.b == y.b }
      enum Keys: CodingKey { case a, b, c, d, absent }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(a, forKey: .a)
        try container.encode("unread", forKey: .d)
        try container.encode("overwritten", forKey: .b)
        try container.encode(b, forKey: .b)
        try container.encodeIfPresent(c, forKey: .c)
      }
      init(a: Int, b: String, c: Leaf?) {
        self.a = a
        self.b = b
        self.c = c
      }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        c = try container.decodeIfPresent(Leaf.self, forKey: .c)
        #expect(try container.decodeIfPresent(Leaf.self, forKey: .c) === c)
        b = try container.decode(String.self, forKey: .b)
        a = try container.decode(Int.self, forKey: .a)
        #expect(try container.decode(Int.self, forKey: .a) == a)
        #expect(container.contains(.d))
        #expect(!container.contains(.absent))
        #expect(container.contains(.c) == (c != nil))
        #expect(try container.decodeIfPresent(Int.self, forKey: .absent) == nil)
        #expect(container.allKeys.count == (c == nil ? 3 : 4))
      }
    }
    let values = [
      Shuffled(a: 1, b: "x", c: nil), Shuffled(a: 2, b: "y", c: Leaf(1)),
      Shuffled(a: 3, b: "z", c: nil),
    ]
    #expect(try Graph.copy(values) == values)
  }

  @Test func superEncodersHaveSlotsOfTheirOwn() throws {
    final class Twice: Codable {
      var leaf: Leaf
      enum Keys: CodingKey { case own, other }
      init(_ leaf: Leaf) { self.leaf = leaf }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        let kept = [container.superEncoder(), container.superEncoder(forKey: .other)]
        try container.encode(leaf, forKey: .own)
        for coder in kept { try leaf.encode(to: coder) }
        KeptCoders.keep(kept)
      }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        leaf = try container.decode(Leaf.self, forKey: .own)
        let other = try Leaf(from: container.superDecoder(forKey: .other))
        #expect(other.value == leaf.value)
        let decoder = try container.superDecoder()
        #expect(decoder.codingPath.map(\.stringValue).suffix(1) == ["super"])
        #expect(try Leaf(from: decoder).value == leaf.value)
      }
    }
    let copy = try Graph.copy([Twice(Leaf(5)), Twice(Leaf(6))])
    #expect(copy.map(\.leaf.value) == [5, 6])
    KeptCoders.release()
  }

  @Test func unkeyedSuperEncodersTakeTheirTurn() throws {
    struct Row: Codable, Equatable {
      var a: Int
      var b: Int
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        let coder = container.superEncoder()
        try container.encode(b)
        try a.encode(to: coder)
      }
      init(a: Int, b: Int) {
        self.a = a
        self.b = b
      }
      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        a = try Int(from: container.superDecoder())
        b = try container.decode(Int.self)
        #expect(throws: DecodingError.self) { try container.decode(Int.self) }
      }
    }
    #expect(try Graph.copy([Row(a: 1, b: 2)]) == [Row(a: 1, b: 2)])
  }

  @Test func valuesEncodeThemselvesDifferentlyFromCaseToCase() throws {
    enum Shape: Codable, Equatable {
      case nothing, number(Int), list([String]), pair(String, Double)
      enum Keys: CodingKey { case first, second }
      func encode(to encoder: any Encoder) throws {
        switch self {
        case .nothing:
          var container = encoder.singleValueContainer()
          try container.encodeNil()
        case .number(let number):
          var container = encoder.singleValueContainer()
          try container.encode(number)
        case .list(let list):
          var container = encoder.unkeyedContainer()
          for element in list { try container.encode(element) }
        case .pair(let first, let second):
          var container = encoder.container(keyedBy: Keys.self)
          try container.encode(first, forKey: .first)
          try container.encode(second, forKey: .second)
        }
      }
      init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: Keys.self) {
          self = .pair(
            try container.decode(String.self, forKey: .first),
            try container.decode(Double.self, forKey: .second))
        } else if var container = try? decoder.unkeyedContainer() {
          var list: [String] = []
          while !container.isAtEnd { list.append(try container.decode(String.self)) }
          self = .list(list)
        } else {
          let container = try decoder.singleValueContainer()
          self = container.decodeNil() ? .nothing : .number(try container.decode(Int.self))
        }
      }
    }
    let shapes: [Shape] = [.pair("a", 1), .nothing, .number(3), .list(["x", "y"]), .pair("b", 2)]
    #expect(try Graph.copy(shapes) == shapes)
  }

  @Test func emptyTypesAndMixedUpContainers() throws {
    struct Empty: Codable, Equatable {}
    struct Silent: Codable, Equatable {
      func encode(to encoder: any Encoder) throws {}
      init() {}
      init(from decoder: any Decoder) throws {}
    }
    struct Confused: Codable {
      func encode(to encoder: any Encoder) throws {
        _ = encoder.container(keyedBy: Keys.self)
        _ = encoder.unkeyedContainer()
      }
      enum Keys: CodingKey { case a }
      init() {}
      init(from decoder: any Decoder) throws {}
    }
    #expect(try Graph.copy([Empty()]) == [Empty()])
    #expect(try Graph.copy([Silent()]) == [Silent()])
    #expect(throws: EncodingError.self) { try Graph.copy([Confused()]) }
  }

  @Test func userInfoIsHandedThrough() throws {
    struct Informed: Codable {
      static let key = CodingUserInfoKey(rawValue: "number")
      var seen: Int?
      init() {}
      func encode(to encoder: any Encoder) throws {
        let key = try #require(Self.key)
        #expect(encoder.userInfo[key] as? Int == 7)
        _ = encoder.unkeyedContainer()
      }
      init(from decoder: any Decoder) throws {
        seen = decoder.userInfo[try #require(Self.key)] as? Int
      }
    }
    let info = [try #require(Informed.key): 7]
    #expect(try Graph.copy([Informed()], userInfo: info)[0].seen == 7)
    #expect(try GraphCopier<Informed>(userInfo: info).copy(Informed()).seen == 7)
  }
}

/// Coders that are kept after the call that they were made for.
enum KeptCoders {
  nonisolated(unsafe) private static var coders: [any Encoder] = []
  static func keep(_ more: [any Encoder]) { coders += more }
  static func release() { coders = [] }
}
