import Testing

@testable import ObjectGraph

/// One object of the graph is one object of the copy.
struct IdentityTests {
  final class Leaf: Codable {
    var name: String
    init(_ name: String) { self.name = name }
  }

  struct Box: Codable {
    var leaf: Leaf
  }

  enum Choice: Codable {
    case none
    case one(Leaf)
    case two(first: Leaf, second: Box)
  }

  final class Root: Codable {
    var direct: Leaf
    var optional: Leaf?
    var array: [Leaf]
    var dictionary: [String: Leaf]
    var numbered: [Int: Leaf]
    var box: Box
    var choices: [Choice]
    var nested: [[Leaf?]]

    init(_ leaf: Leaf) {
      direct = leaf
      optional = leaf
      array = [leaf, Leaf("other"), leaf]
      dictionary = ["a": leaf]
      numbered = [7: leaf]
      box = Box(leaf: leaf)
      choices = [.none, .one(leaf), .two(first: leaf, second: Box(leaf: leaf))]
      nested = [[nil, leaf], []]
    }
  }

  @Test func copyIsAnotherObjectWithTheSameContents() throws {
    let leaf = Leaf("original")
    let copy = try Graph.copy(leaf)
    #expect(copy !== leaf)
    #expect(copy.name == "original")
    copy.name = "changed"
    #expect(leaf.name == "original")
  }

  @Test func copyKeepsSharedReferencesWhereverTheyAre() throws {
    let leaf = Leaf("shared")
    let copy = try Graph.copy(Root(leaf))
    let shared = copy.direct
    #expect(shared !== leaf)
    #expect(copy.optional === shared)
    #expect(copy.array[0] === shared)
    #expect(copy.array[1] !== shared)
    #expect(copy.array[2] === shared)
    #expect(copy.dictionary["a"] === shared)
    #expect(copy.numbered[7] === shared)
    #expect(copy.box.leaf === shared)
    #expect(copy.nested.count == 2)
    #expect(copy.nested[0][0] == nil)
    #expect(copy.nested[0][1] === shared)
    guard case .none = copy.choices[0], case .one(let one) = copy.choices[1],
      case .two(let first, let second) = copy.choices[2]
    else {
      Issue.record("the choices have changed")
      return
    }
    #expect(one === shared)
    #expect(first === shared)
    #expect(second.leaf === shared)
  }

  @Test func sharedObjectsOfARootArrayStayShared() throws {
    let leaf = Leaf("shared")
    let copy = try Graph.copy([leaf, leaf])
    #expect(copy[0] === copy[1])
    #expect(copy[0] !== leaf)
  }

  @Test func temporaryObjectsAreNotTakenForEachOther() throws {
    /// Encodes a temporary object, as a computed property returns it.
    struct Fresh: Codable, Equatable {
      var number: Int
      init(_ number: Int) { self.number = number }
      init(from decoder: any Decoder) throws {
        let leaf = try decoder.container(keyedBy: Keys.self).decode(Leaf.self, forKey: .leaf)
        number = try #require(Int(leaf.name))
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(Leaf(String(number)), forKey: .leaf)
      }
      enum Keys: CodingKey { case leaf }
    }
    let values = (0..<1000).map(Fresh.init)
    #expect(try Graph.copy(values) == values)
  }
}
