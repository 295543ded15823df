import ObjectGraph
import Testing

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
      let container = try decoder.container(keyedBy: Keys.self)
      tricks = try container.decode([String].self, forKey: .tricks)
      try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(tricks, forKey: .tricks)
      try super.encode(to: encoder)
    }

    enum Keys: CodingKey { case tricks }
  }

  final class Cat: Animal {
    var lives = 9

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(lives, forKey: .lives)
      try super.encode(to: container.superEncoder())
    }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      lives = try container.decode(Int.self, forKey: .lives)
      try super.init(from: container.superDecoder())
    }

    override init(name: String) { super.init(name: name) }

    enum Keys: CodingKey { case lives }
  }

  final class Fish: Animal {}

  @Test func subclassInstancesKeepTheirClassAndTheirFields() throws {
    let cat = Cat(name: "Tom")
    cat.lives = 7
    let animals = [Animal(name: "it"), Dog(name: "Rex", tricks: ["sit"]), cat, Fish(name: "Wanda")]
    let copy = try Graph.copy(animals)
    #expect(copy.map(\.name) == ["it", "Rex", "Tom", "Wanda"])
    #expect(type(of: copy[0]) == Animal.self)
    #expect((copy[1] as? Dog)?.tricks == ["sit"])
    #expect((copy[2] as? Cat)?.lives == 7)
    #expect(copy[3] is Fish)
  }

  @Test func aRootOfTheBaseClassKeepsItsClass() throws {
    let dog: Animal = Dog(name: "Rex", tricks: ["sit", "roll"])
    let copy = try Graph.copy(dog)
    #expect((copy as? Dog)?.tricks == ["sit", "roll"])
  }

  @Test func oneObjectUnderTwoStaticTypesStaysOne() throws {
    struct Pair: Codable {
      var dog: Dog
      var animal: Animal
    }
    let dog = Dog(name: "Rex", tricks: [])
    let copy = try Graph.copy(Pair(dog: dog, animal: dog))
    #expect(copy.dog === copy.animal)
  }
}
