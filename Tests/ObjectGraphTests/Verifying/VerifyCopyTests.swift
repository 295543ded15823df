import Foundation
import ObjectGraph
import Testing

/// Verification names each stored property that a copy loses, and no other.
struct VerifyCopyTests {
  class Animal: Codable {
    var name = "Rex"
    private var secret = 1
    init() {}
  }

  final class Dog: Animal {
    var tricks = ["sit"]
    override init() { super.init() }
    required init(from decoder: any Decoder) throws {
      tricks = []
      try super.init(from: decoder)
    }
  }

  final class Forgetful: Codable {
    var kept = 1
    var forgotten = 0
    lazy var cache = kept + 1
    enum CodingKeys: CodingKey { case kept }
    init() {}
  }

  final class Folder: Codable {
    var name: String
    var children: [Folder]
    var byName: [String: Folder] = [:]
    var tags: Set<String> = ["x"]
    var date: Date? = Date()
    @BackReference var parent: Folder?
    @StrongBackReference var favourite: Folder?
    init(_ name: String, _ children: [Folder] = []) {
      self.name = name
      self.children = children
      for child in children {
        child.parent = self
        byName[child.name] = child
      }
      favourite = children.last
    }
  }

  private func losses<Root: Codable>(_ root: Root, ignoring: Set<String> = []) -> [String] {
    do {
      try Graph.verifyCopy(of: root, ignoring: ignoring)
      return []
    } catch let error as IncompleteCopyError {
      return error.losses.map(\.property)
    } catch {
      Issue.record("another error: \(error)")
      return []
    }
  }

  @Test func aWholeCopyPasses() throws {
    try Graph.verifyCopy(of: Folder("root", [Folder("a", [Folder("b")]), Folder("c")]))
    try Graph.verifyCopy(of: [1: ["a": [Double.nan]]])
    try Graph.verifyCopy(of: Animal())
  }

  @Test func aTargetOutsideTheGraphIsNoLoss() throws {
    let root = Folder("root", [Folder("a")])
    try Graph.verifyCopy(of: root.children[0])
  }

  @Test func aForgottenKeyIsNamed() {
    let root = Forgetful()
    root.forgotten = 7
    #expect(losses([root]) == ["Forgetful.forgotten"])
    #expect(losses([root], ignoring: ["forgotten"]) == [])
    #expect(losses([root], ignoring: ["Forgetful.forgotten"]) == [])
    #expect(losses([root], ignoring: ["Other.forgotten"]) == ["Forgetful.forgotten"])
  }

  @Test func aLazyPropertyCanBeExcused() {
    let root = Forgetful()
    _ = root.cache
    #expect(losses(root) == ["Forgetful.cache"])
    #expect(losses(root, ignoring: ["Forgetful.cache"]) == [])
  }

  @Test func aSubclassWithoutCodingOfItsOwnIsNamed() {
    let animals: [Animal] = [Animal(), Dog()]
    #expect(losses(animals) == ["Dog.tricks"])
  }

  @Test func theErrorNamesPathAndValues() throws {
    let root = Forgetful()
    root.forgotten = 7
    let error = #expect(throws: IncompleteCopyError.self) {
      try Graph.verifyCopy(of: ["x": [root]])
    }
    #expect(
      error?.description == "Forgetful.forgotten did not survive at `x.0.forgotten`: 7 became 0")
  }

  @Test func lostSharingInAHookIsNamed() {
    final class Pair: GraphCopyable {
      var first: Animal
      var second: Animal
      init(_ animal: Animal) {
        first = animal
        second = animal
      }
      init(copying source: Pair, with children: borrowing ChildCopier) throws {
        first = try children.copy(source.first, named: "first")
        second = Animal()
        second.name = source.second.name
      }
    }
    #expect(losses(Pair(Animal())) == ["Pair.second"])
  }
}
