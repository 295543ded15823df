import ObjectGraph
import Testing

/// The containers of hand-written coding behave as those of the standard coders.
struct ContainerTests {
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

  /// A key of two bytes.
  struct WideKey: CodingKey {
    var number: Int16
    var stringValue: String { "\(number)" }
    var intValue: Int? { nil }
    init(number: Int16) { self.number = number }
    init?(stringValue: String) {
      guard let number = Int16(stringValue) else { return nil }
      self.init(number: number)
    }
    init?(intValue: Int) { nil }
  }

  struct WideKeys: Codable, Equatable {
    var values: [Int16: Int]
    init(_ values: [Int16: Int]) { self.values = values }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: WideKey.self)
      let pairs = try container.allKeys.map {
        ($0.number, try container.decode(Int.self, forKey: $0))
      }
      values = Dictionary(uniqueKeysWithValues: pairs)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: WideKey.self)
      for (key, value) in values { try container.encode(value, forKey: WideKey(number: key)) }
    }
  }

  @Test func keysOfTwoBytesAreToldApart() throws {
    let keys = [WideKeys([1: 1, 257: 2]), WideKeys([257: 3]), WideKeys([1: 4, 513: 5])]
    #expect(try Graph.copy(keys) == keys)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  struct Long: Codable, Equatable {
    var one = Int128.min
    var other = UInt128.max
  }

  @Test func numbersOf128BitsAreCopied() throws {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
    #expect(try Graph.copy([Long()]) == [Long()])
    #expect(try Graph.fingerprint(of: Int128.min) != Graph.fingerprint(of: Int128(0)))
    #expect(try Graph.fingerprint(of: Int128(1) << 64) != Graph.fingerprint(of: Int128(0)))
  }
}

/// Coders that are kept after the call that they were made for.
enum KeptCoders {
  nonisolated(unsafe) private static var coders: [any Encoder] = []
  static func keep(_ more: [any Encoder]) { coders += more }
  static func release() { coders = [] }
}
