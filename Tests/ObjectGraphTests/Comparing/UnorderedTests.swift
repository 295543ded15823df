import Foundation
import ObjectGraph
import Testing

/// Sets and dictionaries have no order: their members and keys are matched by contents and sharing.
struct UnorderedTests {
  /// Told apart by identity, in sets and as a key.
  final class Member: Codable, ToldApart {
    var name: String
    var children: Set<Member> = []
    @StrongBackReference var next: Member?
    @BackReference var friend: Member?
    init(_ name: String, _ children: Set<Member> = []) {
      self.name = name
      self.children = children
    }
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

  // MARK: Dictionary keys

  @Test func keysOfEqualDescriptionAreToldApart() throws {
    #expect(try !Graph.isEqual([Key(number: 1): 5], [Key(number: 2): 5]))
    let old = [Key(number: 1): 5, Key(number: 2): 6]
    #expect(try !Graph.isEqual(old, [Key(number: 1): 6, Key(number: 2): 5]))
    #expect(try Graph.isEqual(old, Graph.copy(old)))
    #expect(try Graph.differences(from: old, to: [Key(number: 1): 5]).map(\.kind) == [.removed])
    // Those that are objects, by their contents.
    #expect(try !Graph.isEqual([Member("a"): 5], [Member("b"): 5]))
    #expect(try Graph.isEqual([Member("a"): 5], [Member("a"): 5]))
  }

  @Test func aKeyThatIsSharedDiffersFromOneThatIsNot() throws {
    struct Holder: Codable {
      var counts: [Member: Int]
      var selected: Member
    }
    let shared = Member("a")
    let one = Holder(counts: [shared: 1], selected: shared)
    let two = Holder(counts: [Member("a"): 1], selected: Member("a"))
    #expect(try !Graph.isEqual(one, two))
    #expect(try !Graph.isEqual(two, one))
    #expect(try Graph.isEqual(one, Graph.copy(one)))
    #expect(try Graph.isEqual(two, Graph.copy(two)))
  }

  // MARK: Sets of objects

  @Test func aLargeSetOfObjectsEqualsItsCopy() throws {
    let old = Set((0..<1_000).map { Member("\($0)") })
    #expect(try Graph.differences(from: old, to: Graph.copy(old)) == [])
    let twins = Set((0..<1_000).map { _ in Member("same") })
    #expect(try Graph.differences(from: twins, to: Graph.copy(twins)) == [])
  }

  @Test func aSharedObjectMayCorrespondToAnother() throws {
    // Both graphs contain `a`, which corresponds to `other` and not to itself.
    let (a, b, other) = (Member("same"), Member("same"), Member("same"))
    let old = Pair(members: [a, b], listed: [a])
    let new = Pair(members: [a, other], listed: [other])
    #expect(try Graph.isEqual(old, new))
  }

  // MARK: Pairs of what differs

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
    typealias Label = IdentityTests.Label
    func members(_ names: String...) -> Set<Member> { Set(names.map { Member($0) }) }
    #expect(try differences(members("a", "b", "c"), members("c", "a", "b")) == [])
    #expect(
      try differences(members("a", "b", "c"), members("a", "x", "c"))
        == ["removed content", "added content"])
    func counts() -> [Member: Int] {
      Dictionary(uniqueKeysWithValues: (0..<8).map { (Member("a"), $0) })
    }
    #expect(try differences(counts(), counts()) == [])
    #expect(try differences([Member("a"): 1], [Member("a"): 2]) == ["changed content.Member"])
    let labels: Set = [Labeled(1, "a"), Labeled(2, "b")]
    #expect(try differences(labels, [Labeled(1, "b"), Labeled(2, "a")]) == [])
    let changed = try differences(labels, [Labeled(1, "c"), Labeled(2, "b")])
    #expect(changed == ["changed content.note"])
    let (old, new) = ([1, 2].map(Label.init), [1, 2].map(Label.init))
    #expect(
      try differences(
        Listed(listed: [old[0]], members: Set(old)), Listed(listed: [new[1]], members: Set(new)))
        == ["changed content.listed.0.number", "removed content.members", "added content.members"])
  }

  /// The colors of members that look alike differ by what leads to them.
  @Test func whereReferencesMeetCountsInAFingerprint() throws {
    func fingerprint(_ targets: [Int]) throws -> GraphFingerprint {
      let (members, listed) = ((0..<2).map { _ in Member("a") }, targets.map { _ in Member("b") })
      for (member, target) in zip(listed, targets) { member.friend = members[target] }
      return try Graph.fingerprint(of: Pair(members: Set(members), listed: listed))
    }
    #expect(try fingerprint([0, 1]) == fingerprint([1, 0]))
    #expect(try fingerprint([0, 0]) != fingerprint([0, 1]))
  }

  @Test func allReferencesOfAMemberCountInAFingerprint() throws {
    struct Duo: Codable, Hashable {
      var one: Member
      var other: Member
    }
    let members = (0..<3).map { _ in Member("a") }
    func fingerprint(_ other: Member) throws -> GraphFingerprint {
      let duos: Set = [Duo(one: members[0], other: other)]
      return try Graph.fingerprint(of: Pair(members: duos, listed: Array(members[1...])))
    }
    #expect(try fingerprint(members[1]) != fingerprint(members[2]))
    // And each belongs to the member that refers to it.
    struct Numbered: Codable, Hashable {
      var number: Int
      var member: Member
    }
    let numbered = Set((0..<2).map { Numbered(number: $0, member: members[$0]) })
    let lists = [[0, 1], [1, 0]].map { Pair(members: numbered, listed: $0.map { members[$0] }) }
    #expect(try Graph.fingerprint(of: lists[0]) != Graph.fingerprint(of: lists[1]))
  }

  // MARK: Effort

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
    let depth = 50
    #expect(try !Graph.isEqual(Nested.chain(depth, 1), Nested.chain(depth, 2)))
    #expect(try !Graph.differences(from: Nested.chain(depth, 1), to: .chain(depth, 2)).isEmpty)
  }

  // Two graphs on 16 nodes with 6 neighbors each, any two of which have 2 common neighbors: the rook's
  // graph and the Shrikhande graph look alike from every node.
  private func strongly(
    _ isNeighbor: (_ row: Int, _ column: Int) -> Bool
  ) -> Set<Linked> {
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

  @Test func graphsThatLookAlikeEverywhereAreToldApart() throws {
    let rook = rook()
    let shrikhande = shrikhande()
    #expect(try Graph.isEqual(rook, Graph.copy(rook)))
    #expect(try Graph.isEqual(shrikhande, Graph.copy(shrikhande)))
    #expect(try !Graph.isEqual(rook, shrikhande))
    #expect(try !Graph.differences(from: rook, to: shrikhande).isEmpty)
  }

  private final class Point: Codable, ToldApart {
    init() {}
  }

  private final class Line: Codable, ToldApart {
    var ends: Set<Point>
    init(_ ends: Set<Point>) { self.ends = ends }
  }

  /// The lines of polygons with the given numbers of corners.
  private func polygons(_ counts: Int...) -> Set<Line> {
    var lines: Set<Line> = []
    for count in counts {
      let points = (0..<count).map { _ in Point() }
      for index in 0..<count { lines.insert(Line([points[index], points[(index + 1) % count]])) }
    }
    return lines
  }

  @Test func aPairingThatFitsWhereverItIsReadFirstMayStillBeWrong() throws {
    // The order of the sets, which decides what is paired first, differs from round to round.
    for _ in 0..<40 {
      #expect(try Graph.isEqual(polygons(3, 3), polygons(3, 3)))
      #expect(try !Graph.isEqual(polygons(6), polygons(3, 3)))
    }
  }

  @Test func whatCannotBeDecidedIsAnError() throws {
    final class Root: Codable {
      var nodes: Set<Linked>
      init(_ nodes: Set<Linked>) { self.nodes = nodes }
    }
    let rooks = (0..<6).reduce(Set<Linked>()) { all, _ in all.union(rook()) }
    let others = (0..<5).reduce(shrikhande()) { all, _ in all.union(rook()) }
    #expect(throws: UndecidedComparisonError.self) {
      try Graph.differences(from: rooks, to: others)
    }
    // A value cannot throw from its `==`, so values that cannot be told apart are not equal.
    let one = CopyOnWrite(try Graph.copy(Root(rooks)))
    let two = CopyOnWrite(try Graph.copy(Root(others)))
    #expect(one != two)
    #expect(one == one)
    // What has one pairing is verified in any case.
    try Graph.verifyCopy(of: rooks)
  }

  @Test func aMemberThatStandsElsewhereIsComparedThere() throws {
    func paths(_ count: Int) throws -> [String] {
      let (old, new) = ((0..<count).map { Member("a\($0)") }, (0..<count).map { Member("b\($0)") })
      return try Graph.differences(
        from: Listed(listed: old, members: Set(old)), to: Listed(listed: new, members: Set(new))
      ).map(\.path)
    }
    #expect(try paths(1) == ["listed.0.name"])
    #expect(try paths(3) == ["listed.0.name", "listed.1.name", "listed.2.name"])
  }

  enum Color: String, Codable, CodingKeyRepresentable { case red, blue, green }

  @Test func keysThatCodeAsKeysAreMatched() throws {
    let old: [Color: Int] = [.red: 1, .blue: 2, .green: 3]
    #expect(try Graph.isEqual(old, Graph.copy(old)))
    let differences = try Graph.differences(from: old, to: old.mapValues { $0 + 1 })
    #expect(differences.map(\.path).sorted() == ["blue", "green", "red"])
  }

  final class Linked: Codable, ToldApart {
    var links: Set<Link> = []
  }

  final class Link: Codable, ToldApart {
    @BackReference var target: Linked?
    init(_ target: Linked) { self.target = target }
  }
}
