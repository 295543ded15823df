import Foundation
import ObjectGraph
import Testing

/// Verification looks into sets, keys, superclasses and back references, without false alarms.
struct VerifyCollectionsTests {
  /// Told apart by identity; `forgotten` is not encoded.
  class Member: Codable, ToldApart {
    var name: String
    var forgotten = 0
    init(_ name: String, forgotten: Int = 0) {
      self.name = name
      self.forgotten = forgotten
    }
    enum CodingKeys: CodingKey { case name }
  }

  final class Special: Member {
    var number = 1
  }

  private func losses<Root: Codable>(_ root: Root, ignoring: Set<String> = []) -> [String] {
    lossesOfACopy(of: root, ignoring: ignoring).map { "\($0.property): \($0.reason)" }
  }

  // MARK: Losses

  @Test func lossesInsideIdentitySetsAndOfClassKeysAndTheirValuesAreNamed() {
    let set: Set = [Member("a"), Member("b", forgotten: 7)]
    #expect(losses(set) == ["Member.forgotten: 7 became 0"])
    let both = [Member("a", forgotten: 7), Member("b", forgotten: 8)]
    #expect(losses(both) == ["Member.forgotten: 7 became 0"])
    #expect(losses([Member("a", forgotten: 7): 1]) == ["Member.forgotten: 7 became 0"])
    #expect(losses([Member("a"): Member("b", forgotten: 8)]) == ["Member.forgotten: 8 became 0"])
    #expect(losses([Member("a"): Member("b")]) == [])
  }

  @Test func aChangedKeyIsALoss() {
    struct Key: RawRepresentable, Codable, Hashable {
      var rawValue: Int
      init(_ number: Int) { rawValue = number }
      init(rawValue: Int) { self.rawValue = rawValue + 1 }
    }
    #expect(losses([Key(1): "a"]).count == 1)
    #expect(losses(Set([Key(1)])).count == 1)
    #expect(losses([Key(1): "a"]).first?.contains("is not in the copy") == true)
  }

  @Test func twoObjectsThatBecomeOneAreALoss() {
    struct Pair: Codable {
      var first: Member
      var second: Member
      init() {
        first = Member("a")
        second = Member("b")
      }
      enum CodingKeys: CodingKey { case first }
      init(from decoder: any Decoder) throws {
        first = try decoder.container(keyedBy: CodingKeys.self).decode(Member.self, forKey: .first)
        second = first
      }
    }
    #expect(losses(Pair()) == ["Pair.second: two objects became one"])
  }

  @Test func fieldsOfASuperclassAreCompared() {
    class Base: Codable {
      private var hidden = 1
      init(_ hidden: Int) { self.hidden = hidden }
      enum CodingKeys: CodingKey {}
      required init(from decoder: any Decoder) throws {}
      func encode(to encoder: any Encoder) throws {}
    }
    final class Derived: Base {}
    #expect(losses([Derived(7)]) == ["Base.hidden: 7 became 1"])
    #expect(losses([Derived(1)]) == [])
  }

  @Test func aLostBackReferenceIsNamed() {
    final class Child: GraphCopyable {
      @BackReference var parent: Parent?
      @StrongBackReference var friend: Child?
      init(_ parent: Parent) { self.parent = parent }
      init(copying source: Child, with children: borrowing ChildCopier) throws {}
    }
    final class Parent: Codable {
      var child: Child?
    }
    let parent = Parent()
    parent.child = Child(parent)
    #expect(losses(parent) == ["Child.parent: the back reference has another target"])
    parent.child?.parent = nil
    parent.child?.friend = Child(parent)
    #expect(losses(parent).map { $0.prefix(12) } == ["Child.friend"])
  }

  @Test func aCollectionThatDoesNotFindItsElementsIsALoss() {
    struct Listing: Codable {
      var owner = HashTests.Owner("owner")
      var members: Set<HashTests.Member> = []
      enum CodingKeys: CodingKey { case owner, members }
      // Of so many, some are certain to lie in another place than their hash says.
      init() { members = Set((0..<100).map { HashTests.Member($0, owner) }) }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        // Not a set that the copy makes, so the copy cannot check it.
        members = Set(try container.decode([HashTests.Member].self, forKey: .members))
        owner = try container.decode(HashTests.Owner.self, forKey: .owner)
      }
    }
    #expect(losses(Listing()).first?.contains("does not find its own elements") == true)
  }

  // MARK: No false alarms

  @Test func subclassesOfNSObjectAreNoLoss() throws {
    final class Note: NSObject, Codable {
      var text = "a"
    }
    #expect(losses([Note(), Note()]) == [])
    #expect(losses(Set([Note(), Note()])) == [])
    #expect(losses(["x": Note()]) == [])
  }

  @Test func anEmptyClassAndABackReferenceIntoAnIdentitySetAreNoLoss() {
    final class Empty: Codable, ToldApart {
      init() {}
    }
    final class Holder: Codable {
      @BackReference var selected: Empty?
      var members: Set<Empty> = []
    }
    let holder = Holder()
    holder.members = [Empty(), Empty(), Empty()]
    holder.selected = holder.members.first
    #expect(losses(holder) == [])
  }

  @Test func valuesThatContainObjectsAreFoundInSets() {
    struct Reference: Codable, Hashable {
      var member: Member
      var number: Int
    }
    let members = (0..<5).map { Member("\($0)") }
    #expect(losses(Set(members.map { Reference(member: $0, number: 1) })) == [])
    let counts = Dictionary(
      uniqueKeysWithValues: members.map { (Reference(member: $0, number: 2), [$0]) })
    #expect(losses(counts) == [])
    members[3].forgotten = 9
    #expect(losses(counts) == ["Member.forgotten: 9 became 0"])
  }

  @Test func aDateThatIsNoNumberHasADescription() throws {
    let start = Date(timeIntervalSinceReferenceDate: 0)
    let none = Date(timeIntervalSinceReferenceDate: .nan)
    #expect(losses([none]) == [])
    for date in [none, Date(timeIntervalSinceReferenceDate: .infinity)] {
      #expect(VerifyTableTests.text(ofLosing: date, to: start)?.contains("value") == true)
    }
    let differences = try Graph.differences(from: [none], to: [start])
    #expect(differences.first?.old == "Date(timeIntervalSinceReferenceDate: nan)")
    let dates = [1e11, 1.1e11].map { Date(timeIntervalSinceReferenceDate: $0) }
    #expect(
      dates.map { Graph.description(of: $0, at: "").hasPrefix("Date(") } == [false, true])
    final class Holder { let date = Date(timeIntervalSinceReferenceDate: .nan) }
    let texts = [[start] as Any, [none], Holder()].map { Graph.description(of: $0, at: "") }
    #expect(texts.map { $0.hasPrefix("a value of") } == [false, true, false])
    #expect(try Graph.differences(from: [[none]], to: []).count == 1)
    #expect(try Graph.differences(from: ["x": [none]], to: [:]).count == 1)
  }

  @propertyWrapper struct Wrapper { var wrappedValue: Int }
  @propertyWrapper struct Stored {
    private var _wrappedValue: Int
    var wrappedValue: Int {
      get { _wrappedValue }
      set { _wrappedValue = newValue }
    }
    init(wrappedValue: Int) { _wrappedValue = wrappedValue }
  }

  @Test func aWrappedPropertyHasTheNameOfTheSourceAndOneWithAnUnderscoreItsOwn() {
    final class Wrapped: Codable {
      var kept = 1
      @Wrapper var one = 0
      @Stored var two = 0
      var any: (any Hashable & Sendable)? = 0
      var _cache = 0
      enum CodingKeys: CodingKey { case kept }
      init() {}
    }
    let root = Wrapped()
    (root.one, root.two, root.any, root._cache) = (1, 2, 3, 4)
    for excused: Set in [["Wrapped._cache"], ["cache"]] {
      let losses = lossesOfACopy(of: root, ignoring: excused)
      #expect(losses.map(\.path) == ["one.wrappedValue", "two._wrappedValue", "any"])
      #expect(losses.map(\.reason) == ["1 became 0", "2 became 0", "3 became 0"])
    }
    #expect(losses(root).last == "Wrapped._cache: 4 became 0")
  }

  @Test func aLargeIdentitySetIsVerifiedInLinearTime() {
    func nested(_ depth: Int) -> Set<Branch> {
      depth == 0 ? [] : [Branch(nested(depth - 1)), Branch(nested(depth - 1))]
    }
    #expect(losses(Set((0..<5_000).map { _ in Member("same") })) == [])
    #expect(losses(nested(10)) == [])
  }

  final class Branch: Codable, ToldApart {
    var children: Set<Branch>
    init(_ children: Set<Branch>) { self.children = children }
  }

  /// Without a part that reflection shows or `==` compares.
  struct Tag: Codable, CustomReflectable, CustomStringConvertible {
    var id: Int
    init(_ id: Int) { self.id = id }
    init(from decoder: any Decoder) throws { id = 0 }
    func encode(to encoder: any Encoder) throws {}
    var customMirror: Mirror { Mirror(self, children: []) }
    var description: String { "tag" }
  }

  struct Tagged: Codable, Hashable {
    var number: Int
    var tag: Tag
    static func == (a: Tagged, b: Tagged) -> Bool { a.number == b.number && a.tag.id == b.tag.id }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  /// The members 1.1 and 1.2 have 1.2 and 9.3 as counterparts, so one of them has none.
  struct Retagging: Codable {
    var members: Set<Tagged> = [Tagged(number: 1, tag: Tag(1)), Tagged(number: 1, tag: Tag(2))]
    init() {}
    init(from decoder: any Decoder) throws {
      members = [Tagged(number: 1, tag: Tag(2)), Tagged(number: 9, tag: Tag(3))]
    }
  }

  @Test func aMemberIsTheCounterpartOfOneOther() {
    for _ in 0..<20 {
      #expect(losses(Retagging()).map { $0.suffix(18) } == ["is not in the copy"])
    }
  }

  /// All cases are equal by `==`.
  enum Careless: Codable, Equatable {
    case one, other
    static func == (a: Careless, b: Careless) -> Bool { true }
  }

  @Test func theCasesOfAnEnumAndTheLengthsOfArraysAreCompared() {
    let choice = VerifyTableTests.text(ofLosing: Careless.one, to: .other)
    #expect(choice?.contains("one became other") == true)
    let list = VerifyTableTests.text(ofLosing: [1, 2], to: [1])
    #expect(list?.contains("2 elements became 1") == true)
  }
}
