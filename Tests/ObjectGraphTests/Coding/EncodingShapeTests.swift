import Foundation
import ObjectGraph
import Testing

/// Ways to use an encoder that `JSONEncoder` accepts, and that types in the field use.
struct EncodingShapeTests {
  struct Both: Decodable, Equatable {
    var value = [1, 2]
    var other = ["1": 1, "2": 2]
  }

  /// As a class and its superclass do, which write into one nested container.
  @Test func aNestedContainerThatIsRequestedTwiceKeepsItsContents() throws {
    let twice = Written { encoder in
      for number in [1, 2] {
        var container = encoder.container(keyedBy: Field.self)
        var list = container.nestedUnkeyedContainer(forKey: .value)
        try list.encode(number)
        var map = container.nestedContainer(keyedBy: Name.self, forKey: .other)
        try map.encode(number, forKey: Name("\(number)"))
      }
    }
    #expect(try JSONDecoder().decode(Both.self, from: JSONEncoder().encode(twice)) == Both())
    #expect(try Graph.copy(Change<Written, Both>(twice)).new == Both())
  }

  @Test func aContainerInPlaceOfAnotherOrOfAValueIsAnError() throws {
    let shapes: [(any Encoder) throws -> Void] = [
      { encoder in
        var single = encoder.singleValueContainer()
        for number in [1, 2] { try single.encode(number) }
        _ = encoder.unkeyedContainer()
      },
      { encoder in
        var single = encoder.singleValueContainer()
        try single.encode(["a": 1])
        try encoder.encode(2, as: .value)
      },
      { encoder in
        try encoder.encode(1, as: .value)
        var container = encoder.container(keyedBy: Field.self)
        _ = container.nestedUnkeyedContainer(forKey: .value)
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
    let first = refusal { try Graph.copy([Written(shapes[0])]) }
    #expect(first?.debugDescription == "A value wrote to a single-value container twice.")
    for shape in shapes {
      let written = [Written(shape), Written(shape)]
      let copier = Copier()
      #expect(refusal { try copier.copy(written) } != nil)
      // The next copy with the same session is not affected.
      _ = try copier.copy([Written(1.encode(to:))])
      #expect(refusal { try Graph.fingerprint(of: written) } != nil)
      #expect(refusal { try Graph.isEqual(written, written) } != nil)
    }
  }

  final class Token: Codable {
    var isNil = false
    init() {}
    func encode(to encoder: any Encoder) throws { try Int?.none.encode(to: encoder) }
    init(from decoder: any Decoder) throws {
      isNil = try decoder.singleValueContainer().decodeNil()
    }
  }

  @Test func anOptionalOfAValueThatEncodesNilIsDecodedAsThatValue() throws {
    func check<Old, New>(_ change: Change<Old, New>, _ token: (New) -> Token) throws {
      let json = try JSONDecoder().decode(
        Change<Old, New>.self, from: JSONEncoder().encode(change))
      for copy in [json, try Graph.copy(change)] {
        #expect(try token(#require(copy.new)).isNil, "\(Old.self)")
      }
    }
    try check(Change<Token?, Token>(Token())) { $0 }
    try check(Change<[Token?], [Token]>([Token()])) { $0[0] }
    try check(Change<Transparent<Token?>, Transparent<Token>>(Transparent(Token()))) { $0.inner }
    // To an object that needs contents, it is an error.
    #expect(throws: DecodingError.self) { try Graph.copy([Change<Leaf?, Leaf>(nil)]) }
  }
}
