import ObjectGraph
import Testing

/// The members of a set and the keys of a dictionary keep their hashes, or the copy fails.
struct HashTests {
  final class Owner: Codable {
    var name: String
    var members: Set<Member> = []
    var counts: [Member: Int] = [:]
    init(_ name: String) { self.name = name }
  }

  /// A member whose hash depends on a back reference, if `isHashed`.
  final class Member: Codable, Hashable {
    var number: Int
    var isHashed: Bool
    @BackReference var owner: Owner?
    @StrongBackReference var friend: Owner?
    init(_ number: Int, _ owner: Owner? = nil, friend: Owner? = nil, isHashed: Bool = true) {
      (self.number, self.isHashed) = (number, isHashed)
      (self.owner, self.friend) = (owner, friend)
    }
    static func == (a: Member, b: Member) -> Bool {
      a.number == b.number && a.owner?.name == b.owner?.name
    }
    func hash(into hasher: inout Hasher) {
      hasher.combine(number)
      if isHashed {
        hasher.combine(owner?.name)
        hasher.combine(friend?.name)
      }
    }
  }

  /// The path of the error of a copy, if it says what to do.
  private func failure<Root: Codable>(_ root: Root) -> [String]? {
    let context = refusal { try Graph.copy(root) }
    return context?.debugDescription.hasSuffix("Hash what does not change.") == true
      ? context?.path : nil
  }

  struct Root: Codable {
    var owner: Owner
    var list: [Member]
    var set: Set<Member>
  }

  @Test func aCollectionWhoseHashesUseABackReferenceIsRefused() {
    let owner = Owner("a")
    for number in 0..<100 { owner.members.insert(Member(number, owner)) }
    let counting = Owner("b")
    counting.counts = [Member(1, counting): 1]
    // The reference is copied before the set.
    let last = Owner("c")
    let member = Member(1, last)
    let failures = [
      failure(["x": [owner]]), failure(counting), failure([Set([Member(1, friend: Owner("b"))])]),
      failure(Root(owner: last, list: [member], set: [member])),
    ]
    #expect(failures == [["x", "0", "members"], ["counts"], ["0"], ["set"]])
  }

  @Test func hashesWithoutReferencesAreKept() throws {
    let owner = Owner("a")
    for number in 0..<100 { owner.members.insert(Member(number, owner, isHashed: false)) }
    owner.counts = [Member(1, owner, isHashed: false): 1]
    let copy = try Graph.copy(owner)
    #expect(copy.members.allSatisfy { copy.members.contains($0) && $0.owner === copy })
    #expect(copy.counts.keys.allSatisfy { copy.counts[$0] == 1 })
    // The next copy with the same session is not affected by a failure.
    #expect(refusal { try Graph.copy(Set([Member(1, friend: Owner("b"))])) } != nil)
    _ = try Graph.copy(owner)
    // Nor does it keep the members of the last one.
    let copier = Copier()
    weak var member: Member?
    member = try copier.copy(owner).members.first
    #expect(member == nil)
  }

  struct Both: Codable {
    var owner: Owner
    var members: Set<Member> = []
    var counts: [Member: Int] = [:]
  }

  /// Wherever the one member lies whose hash changes.
  @Test func everyHashIsChecked() {
    let owner = Owner("a")
    for size in 2..<12 {
      var members = Set((1..<size).map { Member($0, owner, isHashed: false) })
      members.insert(Member(0, owner, isHashed: true))
      #expect(throws: EncodingError.self) { try Graph.copy(Both(owner: owner, members: members)) }
      let counts = Dictionary(uniqueKeysWithValues: members.map { ($0, 1) })
      #expect(throws: EncodingError.self) { try Graph.copy(Both(owner: owner, counts: counts)) }
    }
  }

  @Test func theObjectsOfAGraphHaveTheirFirstPaths() throws {
    let (one, two) = (Leaf(1), Leaf(2))
    let listed = try Graph.objects(of: ["x": [one, two, one]])
    #expect([one, two].map { listed[ObjectIdentifier($0)]?.path } == ["x.0", "x.1"])
    #expect(try Graph.objects(of: Set((1...3).map { Member($0) })).count == 3)
  }
}
