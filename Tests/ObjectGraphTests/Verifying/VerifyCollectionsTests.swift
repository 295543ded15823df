import Foundation
import ObjectGraph
import Testing

/// Verification looks into sets, keys, superclasses and back references, without false alarms.
struct VerifyCollectionsTests {
  /// Distinguished by identity; `forgotten` is not encoded.
  final class Member: Codable, ToldApart {
    var name: String
    var forgotten = 0
    init(_ name: String, forgotten: Int = 0) { (self.name, self.forgotten) = (name, forgotten) }
    enum CodingKeys: CodingKey { case name }
  }

  @Test func lossesInsideIdentitySetsAndOfClassKeysAndTheirValuesAreNamed() {
    let (kept, lost) = (Member("a"), Member("b", forgotten: 7))
    let found = [
      losses(Set([kept, lost])), losses([lost, Member("b", forgotten: 8)]), losses([lost: 1]),
      losses([kept: lost]),
    ]
    #expect(found == Array(repeating: ["Member.forgotten: 7 became 0"], count: 4))
    #expect(losses([kept: Member("b")]) == [])
  }

  /// The text of a verification about a property that is lost.
  private func text<Value>(_ old: Value, _ new: Value) -> String {
    VerifyTableTests.text(ofLosing: old, to: new)
  }

  /// All cases are equal by `==`.
  enum Careless: Equatable {
    case one, other
    static func == (a: Careless, b: Careless) -> Bool { true }
  }

  class Base {
    private var hidden: Int
    init(_ hidden: Int) { self.hidden = hidden }
  }

  final class Derived: Base {}

  @Test func keysSharingFieldsOfASuperclassCasesLengthsAndHashesAreCompared() {
    let member = Member("a")
    // Of so many, some are certain to lie in another place than their hash says.
    let owners = ["a", "b"].map(HashTests.Owner.init)
    let sets = owners.map { owner in Set((0..<100).map { HashTests.Member($0, friend: owner) }) }
    let counts = sets.map { Dictionary(uniqueKeysWithValues: $0.map { ($0, 1) }) }
    owners[1].name = "c"
    let texts = [
      text([1: "a"], [2: "a"]), text(Set([1]), [2]),
      text([Member("a"), Member("b")], [member, member]), text(Derived(7), Derived(1)),
      text(Careless.one, .other), text([1, 2], [1]), text(sets[0], sets[1]),
      text(counts[0], counts[1]), text(AnyHashable(7), AnyHashable(0)),
    ]
    let expected = """
      value: the key 1 is not in the copy
      value: the member 1 is not in the copy
      value.1: two objects became one
      value.hidden: 7 became 1
      value: one became other
      value: 2 elements became 1
      value: the copy does not find its own elements
      value: the copy does not find its own elements
      value: 7 became 0
      """
    #expect(texts.joined(separator: "\n") == expected)
    #expect(text(sets[1], sets[1]) == "value: the copy shares this Member, which may change")
  }

  final class Note: NSObject, Codable {
    var text = "a"
  }

  final class Empty: Codable, ToldApart {
    init() {}
  }

  final class Selection: Codable {
    @BackReference var selected: Empty?
    var members: Set<Empty> = []
  }

  @Test func objectsOfTheSystemEmptyOnesAndReferencesIntoAnIdentitySetAreNoLoss() {
    let holder = Selection()
    holder.members = [Empty(), Empty(), Empty()]
    holder.selected = holder.members.first
    // In linear time, if the sets are large.
    func nested(_ depth: Int) -> Set<Branch> {
      depth == 0 ? [] : [Branch(nested(depth - 1)), Branch(nested(depth - 1))]
    }
    #expect(losses(Set((0..<5_000).map { _ in Member("same") })) + losses(nested(10)) == [])
    #expect(
      losses(holder) + losses(Set([Note(), Note()])) + losses(["x": [Note(), Note()]]) == [])
  }

  struct Reference: Codable, Hashable {
    var member: Member
    var number: Int
  }

  @Test func valuesThatContainObjectsAreFoundInSets() {
    let members = (0..<5).map { Member("\($0)") }
    let counts = Dictionary(
      uniqueKeysWithValues: members.map { (Reference(member: $0, number: 2), [$0]) })
    #expect(losses(Set(members.map { Reference(member: $0, number: 1) })) + losses(counts) == [])
    members[3].forgotten = 9
    #expect(losses(counts) == ["Member.forgotten: 9 became 0"])
  }

  final class Dated { let date = Date(timeIntervalSinceReferenceDate: .nan) }

  /// On some platforms the description of such a date is a trap.
  @Test func aDateThatIsNoNumberHasADescription() throws {
    let start = Date(timeIntervalSinceReferenceDate: 0)
    let none = Date(timeIntervalSinceReferenceDate: .nan)
    for date in [none, Date(timeIntervalSinceReferenceDate: .infinity)] {
      #expect(text(date, start).hasPrefix("value: "))
    }
    let differences = try Graph.differences(from: [none], to: [start])
    #expect(differences.first?.old == "Date(timeIntervalSinceReferenceDate: .nan)")
    let dates = [1e11, 1.1e11].map(Date.init(timeIntervalSinceReferenceDate:))
    let values: [Any] = [dates[0], dates[1], [start], [none], Dated()]
    let texts = values.map { Graph.description(of: $0, at: "") }
    let areCalls = texts.map { $0.contains("Date(timeIntervalSinceReferenceDate: ") }
    #expect(areCalls == [false, true, false, true, true])
    // Where a list or a dictionary with such a date is described, too.
    let removed = try Graph.differences(from: [[none]], to: [])
    #expect(try removed.count + Graph.differences(from: ["x": [none]], to: [:]).count == 2)
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

  final class Wrapped: Codable {
    var kept = 1
    @Wrapper var one = 0
    @Stored var two = 0
    var any: (any Hashable & Sendable)? = 0
    var _cache = 0
    enum CodingKeys: CodingKey { case kept }
    init() {}
  }

  @Test func aWrappedPropertyHasTheNameOfTheSourceAndOneWithAnUnderscoreItsOwn() {
    let root = Wrapped()
    (root.one, root.two, root.any, root._cache) = (1, 2, 3, 4)
    for excused: Set in [["Wrapped._cache"], ["cache"]] {
      let found = lossesOfACopy(of: root, ignoring: excused).map { "\($0.path): \($0.reason)" }
      #expect(
        found == [
          "one.wrappedValue: 1 became 0", "two._wrappedValue: 2 became 0", "any: 3 became 0",
        ])
    }
    #expect(losses(root).last == "Wrapped._cache: 4 became 0")
  }

  final class Branch: Codable, ToldApart {
    var children: Set<Branch>
    init(_ children: Set<Branch>) { self.children = children }
  }

  /// Without a part that reflection shows or `==` compares.
  struct Tag: CustomReflectable, CustomStringConvertible {
    var id: Int
    var customMirror: Mirror { Mirror(self, children: []) }
    var description: String { "tag" }
  }

  struct Tagged: Hashable {
    var number: Int
    var tag: Tag
    init(_ number: Int, _ tag: Int) { (self.number, self.tag) = (number, Tag(id: tag)) }
    static func == (a: Tagged, b: Tagged) -> Bool { a.number == b.number && a.tag.id == b.tag.id }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  /// The members 1.1 and 1.2 have 1.2 and -1.3 as counterparts, so one of them has none.
  @Test func aMemberIsTheCounterpartOfOneOther() {
    // Of 20, since members of one hash change places where the table of a set ends.
    for number in 1...20 {
      let (one, two) = (Tagged(number, 1), Tagged(number, 2))
      let text = text(Set([one, two]), [two, Tagged(-number, 3)])
      #expect(text.hasSuffix("is not in the copy"), "\(text)")
    }
  }
}
