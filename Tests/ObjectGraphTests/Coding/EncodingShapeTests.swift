import Foundation
import ObjectGraph
import Testing

/// Ways to use an encoder that `JSONEncoder` accepts, and that types in the field use.
struct EncodingShapeTests {
  /// A round trip through JSON and a copy, which decode the same value.
  private func agrees<Value: Codable & Equatable>(_ value: Value) throws {
    let json = try JSONDecoder().decode([Value].self, from: JSONEncoder().encode([value]))
    #expect(try Graph.copy([value]) == json)
  }

  /// Any encodable value, which opens a single-value container and leaves it to its payload to
  /// encode itself elsewhere, as AnyCodable does.
  struct AnyValue: Codable {
    var payload: any Codable
    init(_ payload: any Codable) { self.payload = payload }
    func encode(to encoder: any Encoder) throws {
      _ = encoder.singleValueContainer()
      try payload.encode(to: encoder)
    }
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Int.self) {
        payload = number
      } else if let list = try? container.decode([AnyValue].self) {
        payload = list
      } else {
        payload = try container.decode([String: AnyValue].self)
      }
    }
    var text: String {
      switch payload {
      case let list as [AnyValue]: "[" + list.map(\.text).joined(separator: ",") + "]"
      case let map as [String: AnyValue]:
        "{" + map.keys.sorted().map { "\($0):\(map[$0]?.text ?? "")" }.joined(separator: ",") + "}"
      default: "\(payload)"
      }
    }
  }

  @Test func anUnusedSingleValueContainerHasNoEffect() throws {
    let value = AnyValue([
      "a": AnyValue(1), "b": AnyValue([AnyValue(2), AnyValue(["c": AnyValue(3)])]),
    ])
    let json = try JSONDecoder().decode(AnyValue.self, from: JSONEncoder().encode(value))
    #expect(json.text == "{a:1,b:[2,{c:3}]}")
    #expect(try Graph.copy(value).text == json.text)
  }

  /// A base class and a subclass that write into one nested container.
  class Element: Codable {
    var name = "name"
    enum Keys: CodingKey { case attributes, list }
    enum AttributeKeys: CodingKey { case name, color }
    init() {}
    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      name = try container.nestedContainer(keyedBy: AttributeKeys.self, forKey: .attributes)
        .decode(String.self, forKey: .name)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      var attributes = container.nestedContainer(keyedBy: AttributeKeys.self, forKey: .attributes)
      try attributes.encode(name, forKey: .name)
      var list = container.nestedUnkeyedContainer(forKey: .list)
      try list.encode(1)
    }
  }

  final class Colored: Element {
    var color = "color"
    var list: [Int] = []
    override init() { super.init() }
    required init(from decoder: any Decoder) throws {
      try super.init(from: decoder)
      let container = try decoder.container(keyedBy: Keys.self)
      color = try container.nestedContainer(keyedBy: AttributeKeys.self, forKey: .attributes)
        .decode(String.self, forKey: .color)
      list = try container.decode([Int].self, forKey: .list)
    }
    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: Keys.self)
      var attributes = container.nestedContainer(keyedBy: AttributeKeys.self, forKey: .attributes)
      try attributes.encode(color, forKey: .color)
      var list = container.nestedUnkeyedContainer(forKey: .list)
      try list.encode(2)
    }
  }

  @Test func aNestedContainerThatIsRequestedTwiceKeepsItsContents() throws {
    let element = Colored()
    element.name = "circle"
    element.color = "red"
    let copy = try Graph.copy([element])[0]
    #expect(copy.name == "circle")
    #expect(copy.color == "red")
    #expect(copy.list == [1, 2])
    let json = try JSONDecoder().decode(Colored.self, from: JSONEncoder().encode(element))
    #expect(json.list == copy.list)
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
        // The elements of the second have no place among the keys of the first.
        _ = encoder.container(keyedBy: Name.self)
        var list = encoder.unkeyedContainer()
        for _ in 0..<3 { #expect(list.nestedUnkeyedContainer().codingPath.count < 3) }
      },
    ]
    for shape in shapes { #expect(refusal { try Graph.copy([Written(shape)]) } != nil) }
  }

  // MARK: Optionals of values that encode nil

  struct Token: Codable, Equatable {
    var isNil = false
    init() {}
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    }
    init(from decoder: any Decoder) throws {
      isNil = try decoder.singleValueContainer().decodeNil()
    }
  }

  final class TokenObject: Codable, Equatable {
    var isNil = false
    init() {}
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    }
    init(from decoder: any Decoder) throws {
      isNil = try decoder.singleValueContainer().decodeNil()
    }
    static func == (one: TokenObject, other: TokenObject) -> Bool { one.isNil == other.isNil }
  }

  struct Holder<Content: Codable & Equatable>: Codable, Equatable {
    var keyed: Content
    var listed: Content
    var single: Content
    enum Keys: CodingKey { case keyed, listed, single }
    struct Single: Codable {
      var content: Content
      init(_ content: Content) { self.content = content }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Optional(content))
      }
      init(from decoder: any Decoder) throws {
        content = try decoder.singleValueContainer().decode(Content.self)
      }
    }
    init(_ content: Content) {
      keyed = content
      listed = content
      single = content
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(Optional(keyed), forKey: .keyed)
      try container.encode(Single(single), forKey: .single)
      var list = container.nestedUnkeyedContainer(forKey: .listed)
      try list.encode(Optional(listed))
    }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      keyed = try container.decode(Content.self, forKey: .keyed)
      single = try container.decode(Single.self, forKey: .single).content
      var list = try container.nestedUnkeyedContainer(forKey: .listed)
      listed = try list.decode(Content.self)
    }
  }

  @Test func anOptionalOfAValueThatEncodesNilIsDecodedAsThatValue() throws {
    try agrees(Holder(Token()))
    try agrees(Holder(TokenObject()))
    #expect(try Graph.copy(Holder(TokenObject())).keyed.isNil)
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
