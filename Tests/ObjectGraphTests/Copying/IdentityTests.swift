import Foundation
import Testing
@testable import ObjectGraph

/// One object of the graph is one object of the copy.
struct IdentityTests {

  /// Encodes a temporary object, as a computed property returns it.
  struct Fresh: Codable, Equatable {
    var number: Int
    init(_ number: Int) { self.number = number }
    init(from decoder: any Decoder) throws {
      number = try decoder.decode(Leaf.self, as: .value).value
    }
    func encode(to encoder: any Encoder) throws { try encoder.encode(Leaf(number), as: .value) }
  }

  @Test func temporaryObjectsAreNotTakenForEachOther() throws {
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
    var numbered: [Int: Label]
    var marked: [UUID: Label]
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
        numbered: Dictionary(uniqueKeysWithValues: objects.map { ($0.number, $0) }),
        marked: [UUID(): objects[0]],
        members: Set(objects), optionals: objects))
    #expect((copy.values.count, copy.keyed.count, copy.members.count) == (5, 5, 5))
    #expect(copy.marked.values.first === copy.objects[0])
    for object in copy.objects {
      let number = object.number
      let entry = copy.keyed.first { $0.key == object }
      let member = copy.members.firstIndex(of: object).map { copy.members[$0] }
      let found: [Label?] = [
        copy.values["\(number)"], copy.numbered[number], entry?.key, entry?.value, member,
        copy.optionals[number],
      ]
      #expect(found.allSatisfy { $0 === object }, "\(found.map { $0 === object })")
      #expect(object !== objects[number])
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

  /// Fails to be decoded at first.
  final class Moody: Codable {
    nonisolated(unsafe) static var hasFailed = false
    init() {}
    init(from decoder: any Decoder) throws {
      if Self.hasFailed { return }
      Self.hasFailed = true
      throw CancellationError()
    }
  }

  struct Retrying: Codable {
    var moody: Moody
    var other: Moody
    init(_ moody: Moody) { (self.moody, other) = (moody, moody) }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      #expect(throws: CancellationError.self) { try container.decode(Moody.self, forKey: .moody) }
      moody = try container.decode(Moody.self, forKey: .moody)
      other = try container.decode(Moody.self, forKey: .other)
    }
  }

  @Test func anObjectWhoseCopyFailedIsTriedAgain() throws {
    Moody.hasFailed = false
    let copy = try Graph.copy([Retrying(Moody())])[0]
    #expect(copy.moody === copy.other)
  }

  /// Encodes an object or a number under one key.
  struct Either: Codable {
    var leaf: Leaf?
    init(_ leaf: Leaf?) { self.leaf = leaf }
    init(from decoder: any Decoder) throws {
      leaf = try? decoder.decode(Leaf.self, as: .value)
      if leaf == nil { _ = try decoder.decode(Int.self, as: .value) }
    }
    func encode(to encoder: any Encoder) throws {
      if let leaf {
        try encoder.encode(leaf, as: .value)
      } else {
        try encoder.encode(1, as: .value)
      }
    }
  }

  @Test func anObjectUnderAKeyThatHeldANumberIsCopiedAndReleased() throws {
    weak var source: Leaf?
    do {
      let leaf = Leaf(1)
      source = leaf
      let copy = try Graph.copy([nil, leaf, nil, leaf].map(Either.init))
      #expect(copy[1].leaf != nil && copy[1].leaf !== leaf && copy[1].leaf === copy[3].leaf)
    }
    #expect(source == nil)
  }

  /// The number of keys, if one of them is that by which a type knows that it is copied.
  private static func count(_ info: [CodingUserInfoKey: Any]) -> Int {
    info[.isGraphCopy] as? Bool == true ? info.count : 0
  }

  final class Informed: Codable {
    var count = -1
    var written = -1
    init() {}
    init(from decoder: any Decoder) throws { count = IdentityTests.count(decoder.userInfo) }
    func encode(to encoder: any Encoder) throws {
      written = IdentityTests.count(encoder.userInfo)
      try encoder.encode(1, as: .value)
    }
  }

  /// A type knows whether it is restored, and lives from now on, or is a part of a copy.
  @Test func theUserInfoOfACopySaysThatItIsOneAndEndsWithIt() throws {
    let key = try #require(CodingUserInfoKey(rawValue: "any"))
    for _ in 0..<3 {
      let counts = [
        try Graph.copy(Informed(), userInfo: [key: 1]).count,
        try Graph.copy(Informed()).count,
      ]
      #expect(counts == [2, 1])
      let informed = Informed()
      _ = try Graph.copy(Informed(), userInfo: [key: 1])
      #expect(try Graph.isEqual(informed, Informed()))
      #expect(informed.written == 1)
    }
  }
}

/// An instance of a subclass is copied as such.
struct DynamicClassTests {
  class Animal: Codable {
    var name: String
    init(name: String) { self.name = name }
  }

  final class Dog: Animal {
    var tricks: [String]
    init(name: String, tricks: [String]) {
      self.tricks = tricks
      super.init(name: name)
    }
    required init(from decoder: any Decoder) throws {
      tricks = try decoder.decode([String].self, as: .value)
      try super.init(from: decoder)
    }
    override func encode(to encoder: any Encoder) throws {
      try encoder.encode(tricks, as: .value)
      try super.encode(to: encoder)
    }
  }

  final class Cat: Animal {
    var lives = 9
    override init(name: String) { super.init(name: name) }
    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Field.self)
      lives = try container.decode(Int.self, forKey: .value)
      try super.init(from: container.superDecoder())
    }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Field.self)
      try container.encode(lives, forKey: .value)
      try super.encode(to: container.superEncoder())
    }
  }

  final class Fish: Animal {}

  struct Animals: Codable {
    var list: [Animal]
    var dog: Dog
  }

  @Test func subclassInstancesKeepTheirClassTheirFieldsAndTheirIdentity() throws {
    let (dog, cat) = (Dog(name: "Rex", tricks: ["sit"]), Cat(name: "Tom"))
    cat.lives = 7
    let animals = [Animal(name: "it"), dog, cat, Fish(name: "Wanda")]
    let copy = try Graph.copy(Animals(list: animals, dog: dog))
    #expect(
      copy.list.map { "\(type(of: $0)) \($0.name)" }
        == ["Animal it", "Dog Rex", "Cat Tom", "Fish Wanda"])
    #expect(copy.dog === copy.list[1])
    #expect(copy.dog.tricks == ["sit"])
    #expect((copy.list[2] as? Cat)?.lives == 7)
  }
}
