import Foundation
import ObjectGraph
import Testing

/// Ways to use an encoder that `JSONEncoder` accepts, and that types in the field use.
struct EncodingShapeTests {
  /// As a class and its superclass do, which write into one nested container.
  struct Twice: Codable, Equatable {
    var list = [1, 2]
    var map = ["1": 1, "2": 2]
    enum Keys: CodingKey { case list, map }
    init() {}
    func encode(to encoder: any Encoder) throws {
      for number in list {
        var container = encoder.container(keyedBy: Keys.self)
        var list = container.nestedUnkeyedContainer(forKey: .list)
        try list.encode(number)
        var map = container.nestedContainer(keyedBy: Name.self, forKey: .map)
        try map.encode(number, forKey: Name("\(number)"))
      }
    }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      list = try container.decode([Int].self, forKey: .list)
      map = try container.decode([String: Int].self, forKey: .map)
    }
  }

  @Test func aNestedContainerThatIsRequestedTwiceKeepsItsContents() throws {
    #expect(try JSONDecoder().decode(Twice.self, from: JSONEncoder().encode(Twice())) == Twice())
    #expect(try Graph.copy([Twice()]) == [Twice()])
  }

  @Test func aContainerInPlaceOfAnotherOrOfAValueIsAnError() {
    let shapes: [(any Encoder) throws -> Void] = [
      { encoder in
        var single = encoder.singleValueContainer()
        try single.encode(["a": 1])
        var container = encoder.container(keyedBy: Name.self)
        try container.encode(2, forKey: Name("b"))
      },
      { encoder in
        var container = encoder.container(keyedBy: Name.self)
        try container.encode(1, forKey: Name("a"))
        _ = container.nestedUnkeyedContainer(forKey: Name("a"))
      },
      { encoder in
        var list = encoder.unkeyedContainer()
        try list.encode(5)
        var container = encoder.container(keyedBy: Name.self)
        for key in ["a", "b", "c"] { try container.encode("text", forKey: Name(key)) }
      },
      { encoder in
        // The elements of the second have no place among the keys of the first.
        _ = encoder.container(keyedBy: Name.self)
        var list = encoder.unkeyedContainer()
        for _ in 0..<3 { #expect(list.nestedUnkeyedContainer().codingPath.count < 3) }
      },
    ]
    for shape in shapes {
      let written = [Written(shape), Written(shape)]
      #expect(refusal { try Graph.copy(written) } != nil)
      #expect(refusal { try Graph.fingerprint(of: written) } != nil)
      #expect(refusal { try Graph.isEqual(written, written) } != nil)
    }
  }

  // MARK: Optionals of values that encode nil

  final class Token: Codable, Equatable {
    var isNil = false
    init() {}
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    }
    init(from decoder: any Decoder) throws {
      isNil = try decoder.singleValueContainer().decodeNil()
    }
    static func == (one: Token, other: Token) -> Bool { one.isNil == other.isNil }
  }

  struct Holder: Codable, Equatable {
    var keyed = Token()
    var listed = Token()
    var single = Token()
    enum Keys: CodingKey { case keyed, listed, single }
    init() {}
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(Optional(keyed), forKey: .keyed)
      try container.encode(Transparent(Optional(single)), forKey: .single)
      var list = container.nestedUnkeyedContainer(forKey: .listed)
      try list.encode(Optional(listed))
    }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      keyed = try container.decode(Token.self, forKey: .keyed)
      single = try container.decode(Transparent<Token>.self, forKey: .single).inner
      var list = try container.nestedUnkeyedContainer(forKey: .listed)
      listed = try list.decode(Token.self)
    }
  }

  @Test func anOptionalOfAValueThatEncodesNilIsDecodedAsThatValue() throws {
    let json = try JSONDecoder().decode(Holder.self, from: JSONEncoder().encode(Holder()))
    #expect(try Graph.copy(Holder()) == json)
    #expect(try Graph.copy(Holder()).keyed.isNil)
    #expect(throws: DecodingError.self) {
      try Graph.copy([Missing()])
    }
  }

  /// Encodes nil, and decodes an object that needs contents.
  struct Missing: Codable {
    enum Keys: CodingKey { case leaf }
    init() {}
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(Optional<Leaf>.none, forKey: .leaf)
    }
    init(from decoder: any Decoder) throws {
      _ = try decoder.container(keyedBy: Keys.self).decode(Leaf.self, forKey: .leaf)
    }
  }

  // MARK: Nothing

  @Test func aRootThatEncodesNothingIsAnErrorAsItIsToJSON() throws {
    final class SilentObject: Codable {
      init() {}
      func encode(to encoder: any Encoder) throws { _ = encoder.singleValueContainer() }
      init(from decoder: any Decoder) throws {}
    }
    let silent = Written { _ in }
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(silent) }
    #expect(throws: EncodingError.self) { try Graph.copy(silent) }
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(SilentObject()) }
    #expect(throws: EncodingError.self) { try Graph.copy(SilentObject()) }
    #expect(try Graph.copy([silent]).count == 1)
  }
}
