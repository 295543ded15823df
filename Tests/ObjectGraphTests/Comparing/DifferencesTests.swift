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
    var tags: Set<String> = []
    var stock: [String: Int] = [:]
    var opened = Date(timeIntervalSinceReferenceDate: 0)
    init(_ items: [Item]) { self.items = items }
  }

  private func shop() -> Shop {
    Shop([Item("a"), Item("b", 2), Item("c"), Item("d")])
  }

  @Test func changesAreReportedInCodingOrderWithBothValues() throws {
    let old = shop()
    let new = try Graph.copy(old)
    new.items[3].title = "D"
    new.items[1].price = nil
    new.items[0].price = 9.5
    new.stock["x"] = 1
    new.opened = Date(timeIntervalSinceReferenceDate: 1)
    let differences = try Graph.differences(from: old, to: new)
    #expect(
      differences.map(\.path) == [
        "items.0.price", "items.1.price", "items.3.title", "stock.x", "opened",
      ])
    #expect(differences.map(\.kind) == [.added, .removed, .changed, .added, .changed])
    #expect(differences[0].new == "9.5")
    #expect(differences[1].old == "2.0")
    #expect(differences[2].description == "`items.3.title`: \"d\" became \"D\"")
    #expect(try Graph.isEqual(old, old) && !Graph.isEqual(old, new))
  }

  @Test func lostAndNewSharingAreDifferences() throws {
    let shared = shop()
    shared.selected = shared.items[3]
    let separate = try Graph.copy(shared)
    separate.selected = Item("d")
    let lost = try Graph.differences(from: shared, to: separate)
    #expect(lost.map(\.kind) == [.unshared])
    #expect(lost[0].description == "`items.3` and `selected` were one object, now two")
    let new = try Graph.differences(from: separate, to: shared)
    #expect(new.map(\.kind) == [.shared])
    #expect(new[0].description == "`items.3` and `selected` were two objects, now one")
    // An object that has no partner yet, and gets one later.
    let (items, others) = ((0..<2).map { _ in Item("a") }, (0..<2).map { _ in Item("a") })
    let moved = try Graph.differences(
      from: [items[0], items[0], items[1]], to: [others[0], others[1], others[1]])
    #expect(moved.map(\.description) == ["`0` and `1` were one object, now two"])
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
    #expect(differences.map(\.path) == ["items.\(position)"])
    #expect(differences.map(\.kind) == [.added])
    let back = try Graph.differences(from: new, to: old)
    #expect(back.map(\.path) == ["items.\(position)"])
    #expect(back.map(\.kind) == [.removed])
  }

  @Test func setsAreComparedByMembers() throws {
    let old: Set = ["a", "b", "c"]
    let new: Set = ["b", "c", "d"]
    let differences = try Graph.differences(from: ["tags": old], to: ["tags": new])
    #expect(differences.map(\.kind) == [.removed, .added])
    #expect(differences.map(\.path) == ["tags", "tags"])
    #expect(differences[0].old == "\"a\"")
    #expect(differences[1].new == "\"d\"")
  }

  @Test func anotherClassIsADifference() throws {
    class Base: Codable {}
    final class Derived: Base {}
    #expect(try Graph.differences(from: [Base()], to: [Derived()]).map(\.path) == ["0"])
    #expect(try Graph.isEqual([Base()], [Base()]))
  }

  /// Compared with each other both ways, which a cast of a value, that looks into optionals, does not do.
  @Test func optionalsAreComparedByLevel() throws {
    struct Empty: Codable {}
    func check<Value: Codable>(_ values: [Value]) throws {
      for (index, one) in values.enumerated() {
        for (position, other) in values.enumerated() {
          try compare(one, other, isSame: index == position)
        }
      }
    }
    try check([Int???.none, .some(.none), .some(.some(.none)), .some(.some(.some(1)))])
    try check([String??.none, .some(.none), "a"])
    try check([Bool??.none, .some(.none), false])
    try check([Empty??.none, .some(.none), Empty()])
    try check([Written?.none, Written { try Int?.none.encode(to: $0) }])
    struct Holder: Codable { var value: Int?? }
    try check([Holder(value: .some(nil)), Holder(value: nil)])
  }

  @Test func valuesThatPrintAlikeShowWhatDiffers() throws {
    func texts<Value: Codable>(_ old: Value, _ new: Value) throws -> [String?] {
      let differences = try Graph.differences(from: [old], to: [new])
      return differences.flatMap { [$0.old, $0.new] }
    }
    let date = Date(timeIntervalSinceReferenceDate: 700_000_000.25)
    #expect(
      try texts(date, date + 0.5) == [
        "Date(timeIntervalSinceReferenceDate: 700000000.25)",
        "Date(timeIntervalSinceReferenceDate: 700000000.75)",
      ])
    let long = String(repeating: "a", count: 1_000)
    let both = try texts(long + "b", long + "c").compactMap(\.self)
    #expect(both.map { $0.suffix(3) } == ["ab\"", "ac\""])
    #expect(both.map(\.count) == [103, 103])
    #expect(try texts(Int??.some(nil), nil) == ["Optional(nil)", "nil"])
    let numbers = (Written(1.encode(to:)), Written(UInt8(1).encode(to:)))
    #expect(try texts(numbers.0, numbers.1) == ["1 of Int", "1 of UInt8"])
    let shown = [198, 199].map { Graph.description(of: String(repeating: "a", count: $0), at: "") }
    #expect(shown.map { $0.hasSuffix("…") } == [false, true])
    #expect(shown.map(\.count) == [200, 201])
    // A text that the caller makes is the caller's.
    let described = try Graph.differences(from: [1], to: [2]) { _, _ in "*" }
    #expect(described.map(\.old) == ["*"])
  }

  @Test func theLimitEndsTheSearch() throws {
    let old = Array(0..<1_000)
    let new = old.map { $0 + 1 }
    #expect(try Graph.differences(from: old, to: new, limit: 3).count == 3)
    #expect(try Graph.differences(from: old, to: new, limit: 0).isEmpty)
    #expect(try Graph.differences(from: old, to: new).count == 100)
  }

  @Test func secretsAreReplacedBeforeTheyBecomeText() throws {
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
    let old = [Login(user: "ann", password: .init(text: "hunter2"), spare: nil)]
    let new = [
      Login(user: "bob", password: .init(text: "hunter3"), spare: .init(text: "hunter4"))
    ]
    let differences = try Graph.differences(from: old, to: new) { path, value in
      path.contains("password") || value is Login.Secret ? "<hidden>" : "\(value)"
    }
    #expect(differences.map(\.path) == ["0.user", "0.password.text", "0.spare"])
    #expect(differences.map(\.new) == ["bob", "<hidden>", "<hidden>"])
  }

  @Test func aLongChainIsComparedAndDigested() throws {
    let old = DepthTests.Node.chain(10_000)
    #expect(try Graph.isEqual(old, Graph.copy(old)))
    #expect(try Graph.differences(from: old, to: Graph.copy(old)) == [])
    let longer = DepthTests.Node.chain(10_001)
    #expect(try Graph.fingerprint(of: old) != Graph.fingerprint(of: longer))
  }

  @Test func elementsInFrontOfAnInsertionAreCompared() throws {
    let differences = try Graph.differences(from: [Item("a")], to: [Item("b"), Item("c")])
    #expect(differences.map(\.path) == ["0.title", "1"])
    #expect(try Graph.differences(from: [1, 1], to: [1, 1, 1]).map(\.path) == ["2"])
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
    func differences(_ old: Written, _ new: Written) throws -> [GraphDifference] {
      try Graph.differences(from: old, to: new)
    }
    #expect(
      try differences(nested, one).map(\.description)
        == ["`value`: a nested keyed container became 1"])
    #expect(try differences(none, one).map(\.description) == ["`value`: nil became 1"])
    // An object and a number under one key, and containers of two kinds.
    for (old, new) in [(leaf, one), (one, leaf)] {
      #expect(try differences(old, new).map(\.path) == ["value"])
    }
    let (list, map) = (Written([0].encode(to:)), Written(["a": 1].encode(to:)))
    #expect(try differences(list, map).map(\.kind) == [.changed])
    #expect(try Graph.differences(from: 1, to: 2).map(\.description) == ["the root: 1 became 2"])
  }

  @Test func aValueThatEncodesItselfAsItselfIsComparedAsAWhole() throws {
    struct Itself: Encodable, Equatable {
      var number: Int
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(self)
      }
    }
    struct Unknown: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(self)
      }
    }
    /// Encodes itself as itself at times, and is always equal by `==`.
    struct Changing: Encodable, Equatable {
      var isItself: Bool
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if isItself { try container.encode(self) } else { try container.encode(1) }
      }
      static func == (one: Changing, other: Changing) -> Bool { true }
    }
    // One that lists a value of its own type has contents.
    #expect(try Graph.isEqual(DepthTests.Written(depth: 2), DepthTests.Written(depth: 2)))
    for isItself in [true, false] {
      let (old, new) = (Changing(isItself: isItself), Changing(isItself: !isItself))
      #expect(try Graph.isEqual(old, old))
      #expect(throws: EncodingError.self) { try Graph.isEqual(old, new) }
    }
    #expect(try Graph.isEqual([Itself(number: 1)], [Itself(number: 1)]))
    #expect(try !Graph.isEqual([Itself(number: 1)], [Itself(number: 2)]))
    #expect(try !Graph.isEqual([Unknown()], [Unknown()]))
  }
}
