import ObjectGraph
import Testing

/// A value that is encoded as one type may be decoded as another, where standard coders allow it.
struct ConversionTests {
  struct Pair: Codable {
    var plain: Leaf
    var wrapped: Leaf
    enum Keys: CodingKey { case plain, wrapped, optional }
    init(_ leaf: Leaf) { (plain, wrapped) = (leaf, leaf) }
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

  @Test func identitySurvivesAConversion() throws {
    let copy = try Graph.copy(Pair(Leaf(1)))
    #expect(copy.plain === copy.wrapped)
  }

  /// An object that many owners share, each of which reads it as another type.
  struct Owner: Codable {
    var leaf: Leaf
    var number = 0
    enum CodingKeys: CodingKey { case leaf }
    init(_ leaf: Leaf) { self.leaf = leaf }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      number = try container.decode(ConversionTableTests.Amount.self, forKey: .leaf).value
      leaf = try container.decode(Leaf.self, forKey: .leaf)
    }
  }

  @Test func aSharedObjectThatManyConvertIsCopiedOnce() throws {
    weak var kept: Leaf?
    do {
      let shared = Leaf(7)
      kept = shared
      let copy = try Graph.copy((0..<1_000).map { _ in Owner(shared) })
      #expect(copy.allSatisfy { $0.number == 7 && $0.leaf === copy[0].leaf })
    }
    #expect(kept == nil)
  }
}
