import ObjectGraph
import Testing

/// A container or a decoder that is kept after the copy knows its path, and finds nothing.
struct OutlivingTests {
  enum Keys: CodingKey { case leaf, number, nested }

  /// Keeps its decoder, so that a test can decode it later.
  final class Lazy: Codable {
    var leaf: Leaf
    var decoder: (any Decoder)?
    var container: KeyedDecodingContainer<Keys>?
    init(_ leaf: Leaf) { self.leaf = leaf }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(leaf, forKey: .leaf)
      try container.encode(7, forKey: .number)
      var nested = container.nestedUnkeyedContainer(forKey: .nested)
      try nested.encode(leaf)
    }
    init(from decoder: any Decoder) throws {
      leaf = Leaf(-1)
      self.decoder = decoder
      container = try decoder.container(keyedBy: Keys.self)
    }
  }

  @Test func aKeptDecoderFindsNothingAndKeepsNoObject() throws {
    weak var leaf: Leaf?
    let copies = try {
      let sources = [Lazy(Leaf(3)), Lazy(Leaf(4))]
      leaf = sources[0].leaf
      return try Graph.copy(sources)
    }()
    #expect(leaf == nil)
    // Nor does it find what later copies contain.
    for _ in 0..<100 { _ = try Graph.copy([Lazy(Leaf(5)), Lazy(Leaf(6))]) }
    let container = try #require(copies[0].container)
    let decoder = try #require(copies[1].decoder)
    let keys: [Keys] = container.allKeys + (try decoder.container(keyedBy: Keys.self).allKeys)
    #expect(keys.isEmpty)
    #expect(!container.contains(.leaf))
    #expect(throws: DecodingError.self) { try container.decode(Leaf.self, forKey: .leaf) }
    #expect(try container.decodeIfPresent(Int.self, forKey: .number) == nil)
    let path: [any CodingKey] = container.codingPath + decoder.codingPath
    #expect(path.map(\.stringValue) == ["Index 0", "Index 1"])
    // Nor does that of a single value.
    let key = try #require(CodingUserInfoKey(rawValue: "kept"))
    let single = try #require(Graph.copy(Single(3), userInfo: [key: 5]).decoder)
    #expect(single.userInfo[key] as? Int == 5)
    #expect(throws: DecodingError.self) { try Int(from: single) }
    #expect(throws: DecodingError.self) { try Leaf(from: single) }
    #expect(throws: DecodingError.self) { try single.unkeyedContainer() }
    #expect(try !single.singleValueContainer().decodeNil())
  }

  /// Keeps the decoder of a single value.
  struct Single: Codable {
    var number: Int
    var decoder: (any Decoder)?
    init(_ number: Int) { self.number = number }
    func encode(to encoder: any Encoder) throws { try number.encode(to: encoder) }
    init(from decoder: any Decoder) throws {
      number = try Int(from: decoder)
      self.decoder = decoder
    }
  }

  /// Keeps the container that it was encoded into.
  final class Hoarder: Codable {
    nonisolated(unsafe) static var writeLate: () throws -> Void = {}
    var number: Int
    var container: KeyedEncodingContainer<Keys>?
    init(_ number: Int) { self.number = number }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(number, forKey: .number)
      var nested = container.nestedUnkeyedContainer(forKey: .nested)
      self.container = container
      Self.writeLate = {
        var late = container.nestedUnkeyedContainer(forKey: .leaf)
        try late.encode(100)
        #expect(late.codingPath.isEmpty)
        try container.encode(100, forKey: .number)
        try nested.encode(100)
      }
    }
    init(from decoder: any Decoder) throws {
      try Self.writeLate()
      let container = try decoder.container(keyedBy: Keys.self)
      number = try container.decode(Int.self, forKey: .number)
      #expect(!container.contains(.leaf))
      #expect(try container.nestedUnkeyedContainer(forKey: .nested).isAtEnd)
    }
  }

  @Test func whatIsWrittenTooLateGoesNowhereAndIsNotKept() throws {
    let hoarders = (0..<10).map(Hoarder.init)
    let copy = try Graph.copy(hoarders)
    for hoarder in hoarders { try hoarder.container?.encode(100, forKey: .number) }
    #expect(copy.map(\.number) == Array(0..<10))
    #expect(try Graph.copy(hoarders).map(\.number) == Array(0..<10))
    // After a failure as well.
    var container: KeyedEncodingContainer<Field>?
    let failing = Written { encoder in
      container = encoder.container(keyedBy: Field.self)
      throw CancellationError()
    }
    #expect(throws: CancellationError.self) { try Graph.copy([failing]) }
    weak var leaf: Leaf?
    do {
      let late = Leaf(1)
      leaf = late
      try container?.encode(late, forKey: .value)
    }
    #expect(leaf == nil)
  }

  /// Keeps its encoder.
  final class Keeper: Encodable {
    nonisolated(unsafe) var encoder: (any Encoder)?
    func encode(to encoder: any Encoder) throws {
      self.encoder = encoder
      try 1.encode(to: encoder)
    }
  }

  @Test func anEncoderOfAComparisonKeepsItsPath() throws {
    let (old, new, digested) = (Keeper(), Keeper(), Keeper())
    #expect(try Graph.isEqual(["a": old], ["a": new]))
    _ = try Graph.fingerprint(of: ["b": digested])
    let paths = [old, new, digested].map { $0.encoder?.codingPath.map(\.stringValue) }
    #expect(paths == [["a"], ["a"], ["b"]])
  }
}
