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

  @Test func copyKeepsSharedReferencesWhereverTheyAre() throws {
    let leaf = Leaf("shared")
    let copy = try Graph.copy(Root(leaf))
    let shared = copy.direct
    #expect(shared !== leaf)
    #expect(shared.name == "shared")
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

  /// A key or a member that is equal to others with its number.
  final class Label: Codable, Hashable {
    var number: Int
    init(_ number: Int) { self.number = number }
    static func == (one: Label, other: Label) -> Bool { one.number == other.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  struct Containers: Codable {
    var objects: [Label]
    var values: [String: Label]
    var keyed: [Label: Label]
    var members: Set<Label>
    var optionals: [Label?]
  }

  @Test func everyContainerKeepsTheIdentityOfItsElements() throws {
    let objects = (0..<5).map(Label.init)
    let copy = try Graph.copy(
      Containers(
        objects: objects,
        values: Dictionary(uniqueKeysWithValues: objects.map { ("\($0.number)", $0) }),
        keyed: Dictionary(uniqueKeysWithValues: objects.map { ($0, $0) }),
        members: Set(objects), optionals: objects))
    #expect(copy.values.count == 5 && copy.keyed.count == 5 && copy.members.count == 5)
    for object in copy.objects {
      let place = try #require(copy.members.firstIndex(of: object))
      let entry = try #require(copy.keyed.first { $0.key == object })
      #expect(object !== objects[object.number])
      #expect(copy.values["\(object.number)"] === object)
      #expect(entry.key === object)
      #expect(entry.value === object)
      #expect(copy.members[place] === object)
      #expect(copy.optionals[object.number] === object)
    }
  }

  @Test func everyNumberOfObjectsKeepsItsSharing() throws {
    // The map of identities doubles at 64, 128, 256 and so on.
    for count in [1, 63, 64, 65, 127, 128, 129, 255, 256, 257, 511, 512, 513, 4_096, 4_097] {
      let objects = (0..<count).map(Label.init)
      let copy = try Graph.copy([objects, objects])
      #expect(zip(copy[0], copy[1]).allSatisfy { $0 === $1 }, "\(count)")
      #expect(Set(copy[0].map { ObjectIdentifier($0) }).count == count)
    }
  }

  /// Fails to be decoded as often as the counter says.
  final class Moody: Codable {
    static let key = CodingUserInfoKey(rawValue: "failures")
    final class Failures: @unchecked Sendable { var left = 1 }
    init() {}
    init(from decoder: any Decoder) throws {
      let failures = Self.key.flatMap { decoder.userInfo[$0] as? Failures }
      guard let failures, failures.left > 0 else { return }
      failures.left -= 1
      throw CancellationError()
    }
  }

  struct Retrying: Codable {
    var moody: Moody?
    var other: Moody?
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      moody = try? container.decode(Moody.self, forKey: .moody)
      if moody == nil { moody = try container.decode(Moody.self, forKey: .moody) }
      other = try container.decode(Moody.self, forKey: .other)
    }
    init(_ moody: Moody) {
      self.moody = moody
      other = moody
    }
  }

  @Test func anObjectWhoseCopyFailedIsTriedAgain() throws {
    let info = [try #require(Moody.key): Moody.Failures()]
    let copy = try Graph.copy([Retrying(Moody())], userInfo: info)[0]
    #expect(copy.moody != nil)
    #expect(copy.moody === copy.other)
  }

  @Test func theUserInfoOfACopyEndsWithIt() throws {
    final class Informed: Codable {
      var count = -1
      var written = -1
      enum Keys: CodingKey { case number }
      init() {}
      init(from decoder: any Decoder) throws { count = decoder.userInfo.count }
      func encode(to encoder: any Encoder) throws {
        written = encoder.userInfo.count
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(1, forKey: .number)
      }
    }
    let key = try #require(CodingUserInfoKey(rawValue: "any"))
    // There is always the key by which a type knows that it is copied.
    for _ in 0..<3 {
      #expect(try Graph.copy(Informed(), userInfo: [key: 1]).count == 2)
      #expect(try GraphCopier<Informed>(userInfo: [key: 1]).copy(Informed()).count == 2)
      #expect(try Graph.copy(Informed()).count == 1)
      let informed = Informed()
      _ = try Graph.copy(Informed(), userInfo: [key: 1])
      #expect(try Graph.isEqual(informed, Informed()))
      #expect(informed.written == 1)
    }
  }
}
