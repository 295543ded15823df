import ObjectGraph
import Testing

/// A container or a decoder that is kept after the copy still works, and returns copies.
struct OutlivingTests {
  final class Leaf: Codable {
    var value: Int
    init(_ value: Int) { self.value = value }
  }

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

  @Test func aKeptDecoderReadsCopiesOnly() throws {
    let source = Lazy(Leaf(3))
    let copies = try Graph.copy([source, Lazy(Leaf(4))])
    source.leaf.value = 99
    let container = try #require(copies[0].container)
    let leaf = try container.decode(Leaf.self, forKey: .leaf)
    #expect(leaf !== source.leaf)
    #expect(leaf.value == 3)
    #expect(try container.decode(Leaf.self, forKey: .leaf) === leaf)
    #expect(try container.decode(Double.self, forKey: .number) == 7)
    #expect(container.codingPath.map(\.stringValue) == ["Index 0"])
    let again = try #require(copies[1].decoder).container(keyedBy: Keys.self)
    var nested = try again.nestedUnkeyedContainer(forKey: .nested)
    #expect(try nested.decode(Leaf.self).value == 4)
  }

  @Test func whatAKeptDecoderHoldsGoesWithIt() throws {
    weak var leaf: Leaf?
    try {
      let copies = try Graph.copy([Lazy(Leaf(3))])
      leaf = try copies[0].container?.decode(Leaf.self, forKey: .leaf)
      withExtendedLifetime(copies) { #expect(leaf != nil) }
    }()
    #expect(leaf == nil)
  }

  @Test func aKeptDecoderDoesNotDisturbLaterCopies() throws {
    var kept: [Lazy] = []
    for number in 0..<100 {
      kept += try Graph.copy([Lazy(Leaf(number))])
      #expect(try Graph.copy(Leaf(number)).value == number)
    }
    for (number, lazy) in kept.enumerated() {
      #expect(try lazy.container?.decode(Leaf.self, forKey: .leaf).value == number)
    }
  }

  /// Keeps its decoder, from which nothing but a strong reference is read, and that too late.
  final class Waiting: Codable {
    @StrongBackReference var leaf: Leaf?
    var container: KeyedDecodingContainer<Keys>?
    init(_ leaf: Leaf) { self.leaf = leaf }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(_leaf, forKey: .leaf)
    }
    init(from decoder: any Decoder) throws {
      container = try decoder.container(keyedBy: Keys.self)
    }
  }

  @Test func aStrongReferenceThatIsReadTooLateHasItsTarget() throws {
    let copy = try Graph.copy(Waiting(Leaf(3)))
    let container = try #require(copy.container)
    let reference = try container.decode(StrongBackReference<Leaf>.self, forKey: .leaf)
    #expect(reference.wrappedValue?.value == 3)
  }

  /// Keeps the container that it was encoded into.
  final class Hoarder: Codable {
    var number: Int
    var container: KeyedEncodingContainer<Keys>?
    init(_ number: Int) { self.number = number }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(number, forKey: .number)
      self.container = container
    }
    init(from decoder: any Decoder) throws {
      number = try decoder.container(keyedBy: Keys.self).decode(Int.self, forKey: .number)
    }
  }

  @Test func whatIsWrittenTooLateGoesNowhere() throws {
    let hoarders = (0..<10).map(Hoarder.init)
    let copy = try Graph.copy(hoarders)
    for hoarder in hoarders { try hoarder.container?.encode(100, forKey: .number) }
    #expect(copy.map(\.number) == Array(0..<10))
    #expect(try Graph.copy(hoarders).map(\.number) == Array(0..<10))
  }
}
