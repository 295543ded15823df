import ObjectGraph
import Testing

/// The containers of hand-written coding behave as those of the standard coders.
struct ContainerTests {
  struct Nested: Codable {
    var leaves: [Leaf]
    init(_ leaf: Leaf) { leaves = [leaf, leaf, Leaf(2), leaf] }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Name.self)
      var inner = container.nestedContainer(keyedBy: Name.self, forKey: Name("outer"))
      try inner.encode(leaves[0], forKey: Name("leaf"))
      var list = container.nestedUnkeyedContainer(forKey: Name("list"))
      #expect(list.count == 0)
      try list.encode(leaves[1])
      var row = list.nestedUnkeyedContainer()
      try row.encodeNil()
      try row.encode(leaves[2])
      var last = list.nestedContainer(keyedBy: Name.self)
      try last.encode(leaves[3], forKey: Name("leaf"))
      #expect(list.count == 3)
    }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Name.self)
      let inner = try container.nestedContainer(keyedBy: Name.self, forKey: Name("outer"))
      #expect(inner.codingPath.last?.stringValue == "outer")
      leaves = [try inner.decode(Leaf.self, forKey: Name("leaf"))]
      var list = try container.nestedUnkeyedContainer(forKey: Name("list"))
      leaves.append(try list.decode(Leaf.self))
      var row = try list.nestedUnkeyedContainer()
      #expect(try row.decodeIfPresent(Leaf.self) == nil)
      let present = try row.decodeIfPresent(Leaf.self)
      leaves.append(try #require(present))
      #expect(try row.decodeIfPresent(Leaf.self) == nil)
      let last = try list.nestedContainer(keyedBy: Name.self)
      leaves.append(try last.decode(Leaf.self, forKey: Name("leaf")))
      #expect(row.isAtEnd && list.isAtEnd)
    }
  }

  @Test func nestedContainersCarryObjects() throws {
    let leaf = Leaf(1)
    let copy = try Graph.copy([Nested(leaf)])[0].leaves
    #expect(copy.map(\.value) == [1, 1, 2, 1])
    #expect(copy[0] !== leaf && copy[1] === copy[0] && copy[3] === copy[0])
  }

  final class Twice: Codable {
    var leaf: Leaf
    var kept: [any Encoder] = []
    init(_ leaf: Leaf) { self.leaf = leaf }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Field.self)
      // Each super encoder replaces what lies under its key.
      try container.encode(1, forKey: .other)
      try Nested(leaf).encode(to: container.superEncoder(forKey: .other))
      kept = [container.superEncoder(), container.superEncoder(forKey: .other)]
      try container.encode(leaf, forKey: .value)
      for coder in kept { try leaf.encode(to: coder) }
    }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Field.self)
      leaf = try container.decode(Leaf.self, forKey: .value)
      let decoder = try container.superDecoder()
      #expect(decoder.codingPath.last?.stringValue == "super")
      let others = [decoder, try container.superDecoder(forKey: .other)]
      #expect(try others.map { try Leaf(from: $0).value } == [leaf.value, leaf.value])
      #expect(try others[1].container(keyedBy: Name.self).allKeys.map(\.stringValue) == ["value"])
    }
  }

  @Test func superEncodersHaveSlotsOfTheirOwn() throws {
    let sources = [5, 6].map { Twice(Leaf($0)) }
    #expect(try Graph.copy(sources).map(\.leaf.value) == [5, 6])
    for source in sources { source.kept = [] }
  }
}
