import Foundation
import ObjectGraph
import Testing

func lossesOfACopy<Root: Codable>(
  of root: Root, ignoring: Set<String>
) -> [IncompleteCopyError.Loss] {
  do {
    try Graph.verifyCopy(of: root, ignoring: ignoring)
    return []
  } catch let error as IncompleteCopyError {
    return error.losses
  } catch {
    Issue.record("another error: \(error)")
    return []
  }
}

/// Verification names each stored property that a copy loses, and no other.
struct VerifyCopyTests {
  class Animal: Codable {
    var name = "Rex"
    private var secret = 1
    init() {}
  }

  /// Codes what its superclass does.
  final class Dog: Animal {
    var tricks: [String] = []
  }

  final class Forgetful: Codable {
    var kept = 1
    var forgotten = 0
    lazy var cache = kept + 1
    enum CodingKeys: CodingKey { case kept }
    init() {}
  }

  private func losses<Root: Codable>(_ root: Root, ignoring: Set<String> = []) -> [String] {
    lossesOfACopy(of: root, ignoring: ignoring).map(\.property)
  }

  @Test func aWholeCopyPasses() throws {
    typealias Folder = CycleTests.Folder
    let root = Folder("root", [Folder("a", [Folder("b")]), Folder("c")])
    try Graph.verifyCopy(of: root)
    // A target outside of the graph is no loss.
    try Graph.verifyCopy(of: root.children[0])
    try Graph.verifyCopy(of: [1: ["a": [Double.nan]]])
    try Graph.verifyCopy(of: Animal())
  }

  @Test func aForgottenKeyIsNamedWithItsPathAndBothValues() {
    let root = Forgetful()
    root.forgotten = 7
    let error = #expect(throws: IncompleteCopyError.self) {
      try Graph.verifyCopy(of: ["x": [root]])
    }
    #expect(
      error?.description == "Forgetful.forgotten did not survive at `x.0.forgotten`: 7 became 0")
    #expect(losses([root], ignoring: ["forgotten"]) == [])
    #expect(losses([root], ignoring: ["Forgetful.forgotten"]) == [])
    #expect(losses([root], ignoring: ["Other.forgotten"]) == ["Forgetful.forgotten"])
  }

  @Test func aLossBehindAStrongBackReferenceIsNamed() {
    final class Holder: Codable {
      @StrongBackReference var target: Forgetful?
    }
    let root = Holder()
    root.target = Forgetful()
    root.target?.forgotten = 7
    #expect(losses(root) == ["Forgetful.forgotten"])
  }

  @Test func aLazyPropertyCanBeExcused() {
    let root = Forgetful()
    _ = root.cache
    #expect(losses(root) == ["Forgetful.cache"])
    #expect(losses(root, ignoring: ["Forgetful.cache"]) == [])
  }

  @Test func aSubclassWithoutCodingOfItsOwnIsNamed() {
    let dog = Dog()
    #expect(losses([Animal(), dog]) == [])
    dog.tricks = ["sit"]
    #expect(losses([Animal(), dog]) == ["Dog.tricks"])
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

  @Test func theInsidesOfTypesOfTheSystemAreNotShared() throws {
    let style = Date.ISO8601FormatStyle()
    let locale = Locale(identifier: "fr_FR")
    try Graph.verifyCopy(of: [style, style])
    try Graph.verifyCopy(of: [[locale: locale], [locale: locale]])
    try Graph.verifyCopy(of: [Measurement(value: 1, unit: UnitLength.meters)])
    let calendar = Calendar(identifier: .hebrew)
    try Graph.verifyCopy(of: [calendar, calendar])
    try Graph.verifyCopy(of: ["x": CharacterSet.letters, "y": CharacterSet.letters])
  }

  @Test func lossesThatPrintAlikeShowWhatDiffers() {
    let date = Date(timeIntervalSinceReferenceDate: 700_000_000)
    let text = VerifyTableTests.text(ofLosing: date, to: date + 0.25)
    #expect(
      text?.contains(
        "Date(timeIntervalSinceReferenceDate: 700000000.0) became "
          + "Date(timeIntervalSinceReferenceDate: 700000000.25)") == true)
  }

  /// Writes the contents of its item in place of its own, so the coder sees no object there.
  final class Inlining: Codable {
    var item: Animal
    init(_ item: Animal) { self.item = item }
    init(from decoder: any Decoder) throws { item = try Animal(from: decoder) }
    func encode(to encoder: any Encoder) throws { try item.encode(to: encoder) }
  }

  @Test func anObjectThatIsEncodedInPlaceOfItsOwnerLosesItsIdentity() throws {
    let animal = Animal()
    try Graph.verifyCopy(of: [Inlining(animal), Inlining(Animal())])
    let copy = try Graph.copy([Inlining(animal), Inlining(animal)])
    #expect(copy[0].item !== copy[1].item)
    let error = #expect(throws: IncompleteCopyError.self) {
      try Graph.verifyCopy(of: [Inlining(animal), Inlining(animal)])
    }
    #expect(error?.losses.map(\.property) == ["Inlining.item"])
    #expect(error?.losses.map(\.reason) == ["the object is no longer shared"])
    final class Pointing: Codable {
      var inlining: Inlining
      @BackReference var target: Animal?
      init(_ animal: Animal) {
        inlining = Inlining(animal)
        target = animal
      }
    }
    #expect(losses(Pointing(animal)) == ["Pointing.target"])
  }
}
