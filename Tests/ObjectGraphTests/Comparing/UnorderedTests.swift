import ObjectGraph
import Testing

/// Sets and dictionaries have no order: their members and keys are matched by contents and sharing.
struct UnorderedTests {
  /// Distinguished by identity, in sets and as a key.
  final class Member: Codable, ToldApart {
    var name: String
    @BackReference var friend: Member?
    init(_ name: String) { self.name = name }
  }

  struct Key: Codable, Hashable, CustomStringConvertible {
    var number: Int
    var description: String { "key" }
  }

  struct Pair<Element: Codable & Hashable, Item: Codable>: Codable {
    var members: Set<Element>
    var listed: [Item]
  }

  /// Has the place in a list coded first.
  struct Listed<Element: Codable & Hashable>: Codable {
    var listed: [Element]
    var members: Set<Element>
  }

  @Test func keysAreMatchedByValueAndNotByDescription() throws {
    let (one, two) = (Key(number: 1), Key(number: 2))
    let old = [one: 5, two: 6]
    // Those that are objects, by their contents.
    let found = [
      try Graph.isEqual([one: 5], [two: 5]), try Graph.isEqual(old, [one: 6, two: 5]),
      try Graph.isEqual(old, Graph.copy(old)),
      try Graph.isEqual([Member("a"): 5], [Member("b"): 5]),
      try Graph.isEqual([Member("a"): 5], [Member("a"): 5]),
      try Graph.isEqual([Labeled(1, "a"): 5], [Labeled(1, "b"): 5]),
    ]
    #expect(found == [false, false, true, false, true, false])
    let kinds =
      try Graph.differences(from: old, to: [one: 5]) + Graph.differences(from: [one: 5], to: old)
    #expect(kinds.map(\.kind) == [.removed, .added])
    // Those that code as keys.
    let suits: [StandardTypesTests.Suit: Int] = [.hearts: 1, .spades: 2]
    #expect(try Graph.isEqual(suits, Graph.copy(suits)))
    let differences = try Graph.differences(from: suits, to: suits.mapValues { $0 + 1 })
    #expect(differences.map(\.path).sorted() == ["hearts", "spades"])
  }

  struct Selection: Codable {
    var counts: [Member: Int]
    var selected: Member
  }

  @Test func whichKeyOrMemberIsSharedElsewhereCountsButNotItsIdentity() throws {
    let shared = Member("a")
    let one = Selection(counts: [shared: 1], selected: shared)
    let two = Selection(counts: [Member("a"): 1], selected: Member("a"))
    let found = [
      try Graph.isEqual(one, two), try Graph.isEqual(two, one),
      try Graph.isEqual(one, Graph.copy(one)), try Graph.isEqual(two, Graph.copy(two)),
    ]
    #expect(found == [false, false, true, true])
    // Both graphs contain `a`, which corresponds to `other` and not to itself.
    let (a, b, other) = (Member("same"), Member("same"), Member("same"))
    let old = Pair(members: [a, b], listed: [a])
    #expect(try Graph.isEqual(old, Pair(members: [a, other], listed: [other])))
  }

  @Test(arguments: [1, 1_000])
  func aLargeSetOfObjectsEqualsItsCopy(numberOfNames: Int) throws {
    let old = Set((0..<1_000).map { Member("\($0 % numberOfNames)") })
    #expect(try Graph.differences(from: old, to: Graph.copy(old)) == [])
  }

  /// Equal by its number, but encoded as its note.
  struct Labeled: Codable, Hashable {
    var number: Int
    var note: String
    enum CodingKeys: CodingKey { case note }
    init(_ number: Int, _ note: String) { (self.number, self.note) = (number, note) }
    init(from decoder: any Decoder) throws { self.init(0, "") }
    static func == (one: Labeled, other: Labeled) -> Bool { one.number == other.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  private struct Holder<Content: Encodable>: Encodable {
    var content: Content
    var isNew: Bool
  }

  /// The differences of two values, beside another one that makes them be described.
  private func differences<Content: Codable>(_ old: Content, _ new: Content) throws -> [String] {
    let differences = try Graph.differences(
      from: Holder(content: old, isNew: false), to: Holder(content: new, isNew: true))
    #expect(differences.last?.path == "isNew")
    return differences.dropLast().map { "\($0.kind) \($0.path)" }
  }

  @Test func membersArePairedByPlaceThenByContentsThenByEquality() throws {
    func members(_ names: String...) -> Set<Member> { Set(names.map { Member($0) }) }
    func counts() -> [Member: Int] {
      Dictionary(uniqueKeysWithValues: (0..<8).map { (Member("a"), $0) })
    }
    let labels: Set = [Labeled(1, "a"), Labeled(2, "b")]
    let (old, new) = ([1, 2].map(IdentityTests.Label.init), [1, 2].map(IdentityTests.Label.init))
    // Members that are elsewhere are compared there.
    func listed(_ names: String...) -> Listed<Member> {
      let members = names.map { Member($0) }
      return Listed(listed: members, members: Set(members))
    }
    let found = [
      try differences(listed("a"), listed("b")),
      try differences(listed("a", "b"), listed("c", "d")),
      try differences(members("a", "b", "c"), members("c", "a", "b")),
      try differences(members("a", "b", "c"), members("a", "x", "c")),
      try differences(counts(), counts()), try differences([Member("a"): 1], [Member("a"): 2]),
      try differences(labels, [Labeled(1, "b"), Labeled(2, "a")]),
      try differences(labels, [Labeled(1, "c"), Labeled(2, "b")]),
      try differences(
        Listed(listed: [old[0]], members: Set(old)), Listed(listed: [new[1]], members: Set(new))),
    ]
    #expect(
      found == [
        ["changed content.listed.0.name"],
        ["changed content.listed.0.name", "changed content.listed.1.name"],
        [], ["removed content", "added content"], [], ["changed content.Member"], [],
        ["changed content.note"],
        ["changed content.listed.0.number", "removed content.members", "added content.members"],
      ])
  }

  struct Duo: Codable, Hashable {
    var number = 0
    var one: Member
    var other: Member?
  }

  /// The colors of members that look alike differ by what leads to them, wherever references meet.
  @Test func allReferencesToAndOfAMemberCountInAFingerprint() throws {
    func fingerprint(_ targets: [Int]) throws -> GraphFingerprint {
      let (members, listed) = ((0..<2).map { _ in Member("a") }, targets.map { _ in Member("b") })
      for (member, target) in zip(listed, targets) { member.friend = members[target] }
      return try Graph.fingerprint(of: Pair(members: Set(members), listed: listed))
    }
    #expect(try fingerprint([0, 1]) == fingerprint([1, 0]))
    #expect(try fingerprint([0, 0]) != fingerprint([0, 1]))
    // Beyond the neighbors of a member, too.
    func fingerprint(ofChains lengths: Int...) throws -> GraphFingerprint {
      let chains = lengths.map { length in (0..<length).map { _ in Member("a") } }
      for chain in chains { for (one, next) in zip(chain, chain[1...]) { one.friend = next } }
      return try Graph.fingerprint(of: Set(chains.joined()))
    }
    #expect(try fingerprint(ofChains: 2, 4) != fingerprint(ofChains: 3, 3))
    let members = (0..<3).map { _ in Member("a") }
    func fingerprint(_ other: Member) throws -> GraphFingerprint {
      let duos: Set = [Duo(one: members[0], other: other)]
      return try Graph.fingerprint(of: Pair(members: duos, listed: Array(members[1...])))
    }
    #expect(try fingerprint(members[1]) != fingerprint(members[2]))
    // And each belongs to the member that refers to it.
    let numbered = Set((0..<2).map { Duo(number: $0, one: members[$0]) })
    let lists = [[0, 1], [1, 0]].map { Pair(members: numbered, listed: $0.map { members[$0] }) }
    #expect(try Graph.fingerprint(of: lists[0]) != Graph.fingerprint(of: lists[1]))
  }

  /// A list whose last element differs in count at every level.
  indirect enum Nested: Codable {
    case list([Nested])
    static func chain(_ depth: Int, _ extra: Int) -> Nested {
      var nested = Nested.list(Array(repeating: .list([]), count: extra))
      for _ in 0..<depth {
        nested = .list([nested] + Array(repeating: .list([]), count: extra))
      }
      return nested
    }
  }

  @Test func arraysThatDifferInCountAtEveryLevelAreCompared() throws {
    let (old, new) = (Nested.chain(50, 1), Nested.chain(50, 2))
    #expect(try !Graph.isEqual(old, new))
    #expect(try !Graph.differences(from: old, to: new).isEmpty)
  }

  // Two graphs on 16 nodes with 6 neighbors each, any two of which have 2 common neighbors: the rook's
  // graph and the Shrikhande graph look alike from every node.
  private func strongly(_ isNeighbor: (_ row: Int, _ column: Int) -> Bool) -> Set<Linked> {
    let nodes = (0..<16).map { _ in Linked() }
    for a in 0..<16 {
      for b in 0..<16 where a != b && isNeighbor((b / 4 - a / 4) & 3, (b % 4 - a % 4) & 3) {
        nodes[a].links.insert(Link(nodes[b]))
      }
    }
    return Set(nodes)
  }

  private func rook() -> Set<Linked> { strongly { ($0 == 0) != ($1 == 0) } }

  private func shrikhande() -> Set<Linked> {
    strongly { [[0, 1], [0, 3], [1, 0], [3, 0], [1, 1], [3, 3]].contains([$0, $1]) }
  }

  private typealias Branch = VerifyCollectionsTests.Branch

  /// The lines of polygons with the given numbers of corners.
  private func polygons(_ counts: Int...) -> Set<Branch> {
    var lines: Set<Branch> = []
    for count in counts {
      let points = (0..<count).map { _ in Branch([]) }
      for index in 0..<count { lines.insert(Branch([points[index], points[(index + 1) % count]])) }
    }
    return lines
  }

  @Test func graphsThatLookAlikeEverywhereAreToldApart() throws {
    let (rook, shrikhande) = (rook(), shrikhande())
    let isEqual = [
      try Graph.isEqual(rook, Graph.copy(rook)), try Graph.isEqual(rook, shrikhande),
      try Graph.isEqual(shrikhande, Graph.copy(shrikhande)),
    ]
    #expect(isEqual == [true, false, true])
    #expect(try !Graph.differences(from: rook, to: shrikhande).isEmpty)
    // A pairing that fits wherever it is read first may still be wrong. The order of the sets, which
    // decides what is paired first, differs from round to round.
    for _ in 0..<40 {
      let isEqual = try [polygons(3, 3), polygons(6)].map { try Graph.isEqual($0, polygons(3, 3)) }
      #expect(isEqual == [true, false])
    }
  }

  final class Root: Codable {
    var nodes: Set<Linked>
    init(_ nodes: Set<Linked>) { self.nodes = nodes }
  }

  @Test func whatCannotBeDecidedIsAnError() throws {
    let rooks = (0..<6).reduce(Set<Linked>()) { all, _ in all.union(rook()) }
    let others = (0..<5).reduce(shrikhande()) { all, _ in all.union(rook()) }
    let context = refusal { try Graph.differences(from: rooks, to: others) }
    #expect(context?.debugDescription.hasPrefix("The comparison cannot decide within ") == true)
    // A value cannot throw from its `==`, so values that cannot be distinguished are not equal.
    let one = CopyOnWrite(try Graph.copy(Root(rooks)))
    let two = CopyOnWrite(try Graph.copy(Root(others)))
    #expect([one == two, one == one] == [false, true])
    // Members with one possible pairing are verified in any case.
    try Graph.verifyCopy(of: rooks)
  }

  final class Linked: Codable, ToldApart {
    var links: Set<Link> = []
  }

  final class Link: Codable, ToldApart {
    @BackReference var target: Linked?
    init(_ target: Linked) { self.target = target }
  }
}
