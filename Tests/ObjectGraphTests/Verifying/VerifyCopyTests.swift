import Foundation
import ObjectGraph
import Testing

func lossesOfACopy<Root: Codable>(
  of root: Root, ignoring: Set<String>
) -> [IncompleteCopyError.Loss] {
  do {
    try Graph.verifyCopy(of: root, ignoring: ignoring)
  } catch let error as IncompleteCopyError {
    return error.losses
  } catch {
    Issue.record("another error: \(error)")
  }
  return []
}

/// The text of a verification about each property that a copy loses.
func losses<Root: Codable>(_ root: Root, ignoring: Set<String> = []) -> [String] {
  lossesOfACopy(of: root, ignoring: ignoring).map { "\($0.property): \($0.reason)" }
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

  class Forgetful: Codable {
    var kept = 1
    var forgotten = 0
    lazy var cache = kept + 1
    enum CodingKeys: CodingKey { case kept }
    init() {}
  }

  final class Heir: Forgetful {}

  @Test func aWholeCopyPasses() throws {
    let root = CycleTests.Folder("root", [.init("a", [.init("b")]), .init("c")])
    try Graph.verifyCopy(of: root)
    // A target outside of the graph is no loss.
    try Graph.verifyCopy(of: root.children[0])
    try Graph.verifyCopy(of: [1: ["a": [Double.nan]]])
    try Graph.verifyCopy(of: Animal())
    // The insides of types of the system are not shared.
    let style = Date.ISO8601FormatStyle()
    let locale = Locale(identifier: "fr_FR")
    try Graph.verifyCopy(of: [style, style])
    try Graph.verifyCopy(of: [[locale: locale], [locale: locale]])
    try Graph.verifyCopy(of: [Measurement(value: 1, unit: UnitLength.meters)])
    let calendar = Calendar(identifier: .hebrew)
    try Graph.verifyCopy(of: [calendar, calendar])
    try Graph.verifyCopy(of: ["x": CharacterSet.letters, "y": CharacterSet.letters])
  }

  @Test func aForgottenKeyIsNamedWithItsPathAndBothValuesUnlessItIsExcused() {
    let (root, cached) = (Forgetful(), Forgetful())
    root.forgotten = 7
    let error = #expect(throws: IncompleteCopyError.self) {
      try Graph.verifyCopy(of: ["x": [root]])
    }
    #expect(
      error?.description == "Forgetful.forgotten did not survive at `x.0.forgotten`: 7 became 0")
    let names: [Set<String>] = [["forgotten"], ["Forgetful.forgotten"], ["Other.forgotten"]]
    #expect(
      names.map { losses([root], ignoring: $0) } == [[], [], ["Forgetful.forgotten: 7 became 0"]])
    // It belongs to the class that declares it.
    let heir = Heir()
    heir.forgotten = 7
    #expect(losses(heir) == ["Forgetful.forgotten: 7 became 0"])
    // Also if it is lazy.
    _ = cached.cache
    #expect(lossesOfACopy(of: cached, ignoring: []).map(\.property) == ["Forgetful.cache"])
    #expect(losses(cached, ignoring: ["Forgetful.cache"]) == [])
  }

  final class Holder: GraphCopyable {
    @StrongBackReference var target: Forgetful?
    var animals: [Animal] = []
    @BackReference var owner: Holder?
    @StrongBackReference var friend: Animal?
    init() {}
    init(copying source: Holder, with children: borrowing ChildCopier) throws {
      $target = try children.copy(source.$target, named: "target")
      animals = source.animals.map { _ in Animal() }
    }
  }

  @Test func lossesInAHookBehindAReferenceAndInASubclassAreNamed() {
    let (holder, dog) = (Holder(), Dog())
    holder.target = Forgetful()
    holder.target?.forgotten = 7
    holder.animals = Array(repeating: Animal(), count: 2)
    (holder.owner, holder.friend) = (holder, Animal())
    dog.tricks = ["sit"]
    let found = [losses(holder), losses([Animal(), Dog()]), losses([Animal(), dog])]
    #expect(
      found == [
        [
          "Forgetful.forgotten: 7 became 0", "Holder.animals: the object is no longer shared",
          "Holder.friend: the reference became nil",
          "Holder.owner: the back reference has another target",
        ],
        [], ["Dog.tricks: 1 elements became 0"],
      ])
  }

  @Test func lossesThatPrintAlikeShowWhatDiffers() {
    let date = Date(timeIntervalSinceReferenceDate: 700_000_000)
    let text = VerifyTableTests.text(ofLosing: date, to: date + 0.25)
    let expected = """
      value: Date(timeIntervalSinceReferenceDate: 700000000.0) became \
      Date(timeIntervalSinceReferenceDate: 700000000.25)
      """
    #expect(text == expected)
  }

  /// Writes the contents of its item in place of its own, so the coder sees no object there.
  final class Inlining: Codable {
    var item: Animal
    init(_ item: Animal) { self.item = item }
    init(from decoder: any Decoder) throws { item = try Animal(from: decoder) }
    func encode(to encoder: any Encoder) throws { try item.encode(to: encoder) }
  }

  final class Pointing: Codable {
    var inlining: Inlining
    @BackReference var target: Animal?
    init(_ animal: Animal) {
      inlining = Inlining(animal)
      target = animal
    }
  }

  @Test func anObjectThatIsEncodedInPlaceOfItsOwnerLosesItsIdentity() throws {
    let animal = Animal()
    try Graph.verifyCopy(of: [Inlining(animal), Inlining(Animal())])
    let copy = try Graph.copy([Inlining(animal), Inlining(animal)])
    #expect(copy[0].item !== copy[1].item)
    let found = [losses([Inlining(animal), Inlining(animal)]), losses(Pointing(animal))]
    #expect(
      found == [
        ["Inlining.item: the object is no longer shared"],
        ["Pointing.target: the back reference has another target"],
      ])
  }
}
