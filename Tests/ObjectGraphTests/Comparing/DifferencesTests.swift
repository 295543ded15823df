import Foundation
import ObjectGraph
import Testing

/// A difference names the path and both values, or the change in sharing.
struct DifferencesTests {
  final class Item: Codable {
    var title: String
    var price: Double?
    @StrongBackReference var shop: Shop?
    init(_ title: String, _ price: Double? = nil) { (self.title, self.price) = (title, price) }
  }

  final class Shop: Codable {
    var items: [Item]
    var selected: Item?
    var stock: [String: Int] = [:]
    var opened = Date(timeIntervalSinceReferenceDate: 0)
    init(_ items: [Item]) { self.items = items }
  }

  private func shop() -> Shop { Shop([Item("a"), Item("b", 2), Item("c"), Item("d")]) }

  @Test func changesAreReportedInCodingOrderWithBothValues() throws {
    let old = shop()
    let new = try Graph.copy(old)
    new.items[3].title = "D"
    new.items[1].price = nil
    new.items[0].price = 9.5
    new.stock["x"] = 1
    new.opened = Date(timeIntervalSinceReferenceDate: 1)
    let differences = try Graph.differences(from: old, to: new)
    let expected = """
      `items.0.price`: added 9.5
      `items.1.price`: removed 2.0
      `items.3.title`: "d" became "D"
      `stock.x`: added 1
      `opened`: \(old.opened) became \(new.opened)
      """
    #expect(differences.map(\.description).joined(separator: "\n") == expected)
    #expect(differences.map(\.kind) == [.added, .removed, .changed, .added, .changed])
    #expect(try [Graph.isEqual(old, old), Graph.isEqual(old, new)] == [true, false])
  }

  @Test func lostAndNewSharingAreDifferences() throws {
    let shared = shop()
    shared.selected = shared.items[3]
    let separate = try Graph.copy(shared)
    // Of two objects, the contents are not compared.
    separate.selected = Item("e")
    // An object that has no partner yet, and gets one later.
    let (items, others) = ((0..<2).map { _ in Item("a") }, (0..<2).map { _ in Item("a") })
    let differences = [
      try Graph.differences(from: shared, to: separate),
      try Graph.differences(from: separate, to: shared),
      try Graph.differences(
        from: [items[0], items[0], items[1]], to: [others[0], others[1], others[1]]),
    ].flatMap(\.self)
    let expected = """
      `items.3` and `selected` were one object, now two
      `items.3` and `selected` were two objects, now one
      `0` and `1` were one object, now two
      """
    #expect(differences.map(\.description).joined(separator: "\n") == expected)
    #expect(differences.map(\.kind) == [.unshared, .shared, .unshared])
  }

  @Test(arguments: 0...4) func anInsertionIsReportedWhereItIs(position: Int) throws {
    let old = shop()
    for item in old.items { item.shop = old }
    let new = try Graph.copy(old)
    new.items.insert(Item("new"), at: position)
    new.items[position].shop = new
    defer { for item in old.items + new.items { item.shop = nil } }
    #expect(try !Graph.isEqual(old, new))
    let differences = try Graph.differences(from: old, to: new)
    let back = try Graph.differences(from: new, to: old)
    let found = (differences + back).map { "\($0.kind) \($0.path)" }
    #expect(found == ["added items.\(position)", "removed items.\(position)"])
  }

  @Test func membersAndElementsAreCompared() throws {
    let (old, new): (Set, Set) = (["a", "b", "c"], ["b", "c", "d"])
    let members = try Graph.differences(from: ["tags": old], to: ["tags": new])
    #expect(members.map(\.description) == [#"`tags`: removed "a""#, #"`tags`: added "d""#])
    // And the elements in front of an insertion.
    let elements = try Graph.differences(from: [Item("a")], to: [Item("b"), Item("c")])
    #expect(elements.map(\.path) == ["0.title", "1"])
    #expect(try Graph.differences(from: [1, 1], to: [1, 1, 1]).map(\.path) == ["2"])
  }

  struct Empty: Codable {}
  struct Holder: Codable { var value: Int?? }

  /// Compared with each other both ways, which a cast of a value, that looks into optionals, does not do.
  @Test func optionalsAreComparedByLevel() throws {
    try compareAll([Int???.none, .some(.none), .some(.some(.none)), .some(.some(.some(1)))])
    try compareAll([String??.none, .some(.none), "a"])
    try compareAll([Bool??.none, .some(.none), false])
    try compareAll([Empty??.none, .some(.none), Empty()])
    try compareAll([Written?.none, Written { try Int?.none.encode(to: $0) }])
    try compareAll([Holder(value: .some(nil)), Holder(value: nil)])
  }

  /// The differences of two roots, line by line.
  private func text<Root: Encodable>(_ old: Root, _ new: Root) throws -> String {
    try Graph.differences(from: old, to: new).map(\.description).joined(separator: "\n")
  }

  @Test func valuesThatPrintAlikeShowWhatDiffers() throws {
    let date = Date(timeIntervalSinceReferenceDate: 700_000_000.25)
    let numbers = [Written(UInt8(1).encode(to:)), Written(Transparent(Decimal(1)).encode(to:))]
    let found = [
      try text([date], [date + 0.5]), try text([Int??.some(nil)], [nil]),
      try text(numbers.map { _ in Written(1.encode(to:)) }, numbers),
    ]
    let expected = """
      `0`: Date(timeIntervalSinceReferenceDate: 700000000.25) became \
      Date(timeIntervalSinceReferenceDate: 700000000.75)
      `0`: Optional(nil) became nil
      `0`: 1 of Int became 1 of UInt8
      `1`: 1 became Decimal(string: "1")!
      """
    #expect(found.joined(separator: "\n") == expected)
    let long = String(repeating: "a", count: 1_000)
    let difference = try #require(Graph.differences(from: long + "b", to: long + "c").first)
    let shown = [198, 199].map { Graph.description(of: String(repeating: "a", count: $0), at: "") }
    let cut = [difference.old ?? "", difference.new ?? ""] + shown
    #expect(
      cut.map { "\($0.count) \($0.suffix(3))" }
        == [#"103 ab""#, #"103 ac""#, #"200 aa""#, "201 aa…"])
    // A text that the caller makes is the caller's.
    let described = try Graph.differences(from: [1], to: [2]) { _, _ in "*" }
    #expect(described.map(\.old) == ["*"])
  }

  @Test func theLimitEndsTheSearch() throws {
    let old = Array(0..<1_000)
    let new = old.map { $0 + 1 }
    let counts = try [3, 0].map { try Graph.differences(from: old, to: new, limit: $0).count }
    #expect(try counts + [Graph.differences(from: old, to: new).count] == [3, 0, 100])
  }

  struct Login: Codable {
    struct Secret: Codable, CustomStringConvertible {
      var text: String
      var description: String {
        Issue.record("a secret was described")
        return text
      }
    }
    var user: String
    var password: Secret
    var spare: Secret?
  }

  @Test func secretsAreReplacedBeforeTheyBecomeText() throws {
    let old = [Login(user: "ann", password: .init(text: "hunter2"), spare: nil)]
    let new = [Login(user: "bob", password: .init(text: "hunter3"), spare: .init(text: "hunter4"))]
    let differences = try Graph.differences(from: old, to: new) { path, value in
      path.contains("password") || value is Login.Secret ? "<hidden>" : "\(value)"
    }
    #expect(
      differences.map { "\($0.path) \($0.new ?? "")" }
        == ["0.user bob", "0.password.<redacted> <hidden>", "0.spare <hidden>"])
  }

  final class Vault: Codable, Redactable {
    var leaves: [Leaf]
    init(_ leaves: [Leaf]) { self.leaves = leaves }
  }

  struct Tokens: Codable { var tokens: [String: Int] }

  /// That none of these shows a secret is in `FoldTableTests`.
  @Test func whatDiffersInASecretIsOneDifferenceAtItsPath() throws {
    let passes = ["hunter2", "hunter34"].map { ["login": FoldTableTests.Pass(text: $0)] }
    let (leaf, leaves) = (Leaf(1), [Leaf(1), Leaf(1)])
    let found = [
      try text(passes[0], passes[1]),
      try text(Tokens(tokens: ["hunter2": 1]), Tokens(tokens: ["hunter2": 2])),
      try text(["a": ["b": 1]], ["a": ["b": 2]]),
      try text(["v": Vault(leaves)], ["v": Vault([leaf, leaf])]),
    ]
    let expected = """
      `login`: <redacted> became <redacted>
      `tokens.<redacted>`: <redacted> became <redacted>
      `a.b`: 1 became 2
      `v` and `v` were two objects, now one
      """
    #expect(found.joined(separator: "\n") == expected)
  }

  @Test func aLongChainIsComparedAndDigested() throws {
    let old = DepthTests.Node.chain(10_000)
    #expect(try Graph.isEqual(old, Graph.copy(old)))
    #expect(try Graph.differences(from: old, to: Graph.copy(old)) == [])
    let longer = DepthTests.Node.chain(10_001)
    #expect(try Graph.fingerprint(of: old) != Graph.fingerprint(of: longer))
  }

  @Test func aNestedContainerIsNamedByItsKind() throws {
    let nested = Written { encoder in
      var container = encoder.container(keyedBy: Field.self)
      var nested = container.nestedContainer(keyedBy: Field.self, forKey: .value)
      try nested.encode(1, forKey: .value)
    }
    let none = Written { encoder in
      var container = encoder.container(keyedBy: Field.self)
      try container.encodeNil(forKey: .value)
    }
    let (one, leaf) = (Written.keyed(1), Written.keyed(Leaf(1)))
    let texts = [try text(nested, one), try text(none, one), try text(1, 2)]
    let expected = """
      `value`: a nested keyed container became 1
      `value`: nil became 1
      the root: 1 became 2
      """
    #expect(texts.joined(separator: "\n") == expected)
    // An object and a number under one key, and containers of two kinds.
    let (list, map) = (Written([0].encode(to:)), Written(["a": 1].encode(to:)))
    let places = try [(leaf, one), (one, leaf), (list, map)].map {
      try Graph.differences(from: $0, to: $1).map { "\($0.kind) \($0.path)" }
    }
    #expect(places == [["changed value"], ["changed value"], ["changed "]])
  }

  struct Itself: EncodingItself, Equatable { var number: Int }
  struct Unknown: EncodingItself {}

  /// Encodes itself as itself at times, and is always equal by `==`.
  struct Changing: Encodable, Equatable {
    var isItself: Bool
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      if isItself { try container.encode(self) } else { try container.encode(1) }
    }
    static func == (one: Changing, other: Changing) -> Bool { true }
  }

  @Test func aValueThatEncodesItselfAsItselfIsComparedAsAWhole() throws {
    // One that lists a value of its own type has contents.
    #expect(try Graph.isEqual(DepthTests.Written(depth: 2), DepthTests.Written(depth: 2)))
    for isItself in [true, false] {
      let (old, new) = (Changing(isItself: isItself), Changing(isItself: !isItself))
      #expect(try Graph.isEqual(old, old))
      #expect(throws: EncodingError.self) { try Graph.isEqual(old, new) }
    }
    let isEqual = try (1...2).map { try Graph.isEqual([Itself(number: 1)], [Itself(number: $0)]) }
    #expect(try isEqual + [Graph.isEqual([Unknown()], [Unknown()])] == [true, false, false])
  }
}
