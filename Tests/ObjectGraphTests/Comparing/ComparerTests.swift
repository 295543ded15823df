import Foundation
import Testing

import ObjectGraph

/// The comparer notices each change of a graph, and no other.
struct ComparerTests {
  private func areEqual<Root: Encodable>(_ old: Root, _ new: Root) throws -> Bool {
    let differences = try Graph.differences(from: old, to: new)
    #expect(try Graph.isEqual(old, new) == differences.isEmpty)
    return differences.isEmpty
  }

  class Item: Codable {
    var number = 1
    var ratio = Double.nan
    var title = "title"
    var date = Date(timeIntervalSinceReferenceDate: 5)
    var tags = ["a", "b"]
    var note: String?
    var kind = Kind.tagged(label: "x", count: 2)
    var size: Size? = Size()
    var next: Item?
    var named: [String: Item] = [:]
    @BackReference var back: Item?
    @StrongBackReference var strong: Item?
    init() {}
  }

  enum Kind: Codable {
    case plain
    case tagged(label: String, count: Int)
  }

  struct Size: Codable {
    var width = 1.5
    var height: Float = 2
  }

  private func items() -> [Item] {
    let items = (0..<40).map { _ in Item() }
    for (index, item) in items.enumerated() {
      item.next = index > 0 ? items[index / 2] : nil
      item.named = index > 20 ? ["one": items[1], "two": items[2], "\(index)": items[3]] : [:]
      item.back = items[39 - index]
      item.strong = items[(index * 7) % 40]
      item.note = index % 3 == 0 ? "note" : nil
    }
    return items
  }

  @Test(arguments: 0..<14) func everyChangeIsNoticed(change: Int) throws {
    let items = items()
    let copy = try Graph.copy(items)
    let whole = [try areEqual(items, copy), try areEqual(copy, items), try areEqual(items, items)]
    #expect(whole == [true, true, true])
    let item = copy[30]
    switch change {
    case 0: item.number += 1
    case 1: item.ratio = 1
    case 2: item.title = "other"
    case 3: item.date += 1
    case 4: item.tags.append("c")
    case 5: item.note = item.note == nil ? "note" : nil
    case 6: item.kind = .plain
    case 7: item.kind = .tagged(label: "x", count: 3)
    case 8: item.size?.height = 3
    case 9: item.size = nil
    case 10: item.next = Item()
    case 11: item.named["one"] = copy[4]
    case 12: item.back = copy[3]
    default: item.strong = copy[3]
    }
    #expect(try [areEqual(items, copy), areEqual(copy, items)] == [false, false])
  }

  /// A type that encodes its path: without the path its values would look equal.
  private func located(_ name: String) -> Written {
    Written { try ($0.codingPath.map(\.stringValue).joined() + name).encode(to: $0) }
  }

  /// One that encodes the path of a nested container, whose record served another value before.
  private func nested(_ name: String) -> Written {
    Written { encoder in
      var container = encoder.container(keyedBy: Field.self)
      var nested = container.nestedUnkeyedContainer(forKey: .value)
      try nested.encode(nested.codingPath.map(\.stringValue).joined() + name)
    }
  }

  @Test func aTypeThatReadsItsPathGetsItAndSoDoesAnError() throws {
    let old = ["x": [located("a"), located("b")], "y": [located("a")]]
    #expect(try areEqual(old, old))
    var new = old
    new["x"]?[1] = located("c")
    let isEqual = try ["a", "b"].map { try Graph.isEqual([located("a")], [located($0)]) }
    #expect(isEqual == [true, false])
    let (one, other) = (["a", "b", "c"].map(nested), ["d", "e", "f"].map(nested))
    let differences =
      try Graph.differences(from: old, to: new) + Graph.differences(from: one, to: other)
    let expected = """
      `x.1`: "xIndex 1b" became "xIndex 1c"
      `0.value.0`: "Index 0valuea" became "Index 0valued"
      `1.value.0`: "Index 1valueb" became "Index 1valuee"
      `2.value.0`: "Index 2valuec" became "Index 2valuef"
      """
    #expect(differences.map(\.description).joined(separator: "\n") == expected)
    let failing = ["x": [nil, ErrorPathTests.Failing(number: 0)]]
    #expect(refusal { try Graph.isEqual(failing, failing) }?.path == ["x", "1"])
    #expect(refusal { try Graph.differences(from: failing, to: failing) }?.path == ["x", "1"])
  }

  struct Sparse: Codable {
    var first: Size?
    var middle = 1
    var last: Size?
  }

  @Test func aKeyThatOnlyOneGraphHasIsADifference() throws {
    func check<Value: Codable>(_ less: Value, _ more: Value, _ paths: [String]) throws {
      #expect(try [areEqual(less, more), areEqual(more, less)] == [false, false])
      let added = try Graph.differences(from: less, to: more)
      let removed = try Graph.differences(from: more, to: less)
      let found = (added + removed).map { "\($0.kind) \($0.path)" }
      #expect(found == ["added", "removed"].flatMap { kind in paths.map { "\(kind) \($0)" } })
    }
    try check(Sparse(), Sparse(last: Size()), ["last"])
    try check(Sparse(), Sparse(first: Size()), ["first"])
    try check(Sparse(first: Size()), Sparse(first: Size(), last: Size()), ["last"])
    try check(["a": Size()], ["a": Size(), "b": Size()], ["b"])
    func named(_ names: String...) -> Written {
      Written { encoder in
        var container = encoder.container(keyedBy: Name.self)
        var nested = container.nestedContainer(keyedBy: Name.self, forKey: Name("in"))
        for name in names {
          try container.encode(1, forKey: Name(name))
          try nested.encode(1, forKey: Name(name))
        }
      }
    }
    try check(named("a"), named("a", "b"), ["in.b", "b"])
    try check(named("b"), named("a", "b"), ["in.a", "a"])
  }

  @Test func aBackReferenceThatIsSetIsADifference() throws {
    let old = items()
    let new = try Graph.copy(old)
    (old[3].back, old[7].back) = (nil, nil)
    (new[3].back, new[7].back) = (nil, nil)
    #expect(try areEqual(old, new))
    new[7].back = new[0]
    #expect(try [areEqual(old, new), areEqual(new, old)] == [false, false])
    let differences = try Graph.differences(from: old, to: new)
    #expect(differences.map(\.description) == ["`1.strong.back`: nil became 0"])
    new[3].back = new[0]
    let counts = try [100, 1].map { try Graph.differences(from: old, to: new, limit: $0).count }
    #expect(counts == [2, 1])
    // A target that is no part of the graph is none.
    let other = Item()
    (new[3].back, new[7].back) = (other, other)
    #expect(try areEqual(old, new))
  }

  @Test func sharingBehindAnInsertionIsCompared() throws {
    let shared = Leaf(1)
    let old = [[1: Leaf(1)], [2: shared], [3: shared]]
    let (same, other) = (Leaf(1), Leaf(1))
    let differences = [
      try Graph.differences(from: old, to: [[2: same], [3: same]]),
      try Graph.differences(from: old, to: [[2: same], [3: other]]),
      try Graph.differences(from: [[2: same], [3: other]], to: old),
    ]
    #expect(
      differences.map { $0.map(\.kind) } == [
        [.removed], [.removed, .unshared], [.added, .shared],
      ])
  }

  final class Special: Item {}

  @Test func theDynamicTypeOfAnObjectCountsAndNotTheStaticOne() throws {
    let (one, other) = (Special(), Special())
    #expect(try areEqual(Written.keyed(one as Item), Written.keyed(other)))
    other.title = "other"
    #expect(try !areEqual(Written.keyed(one as Item), Written.keyed(other)))
    #expect(try Graph.differences(from: [Item()], to: [Special()]).map(\.path) == ["0"])
  }
}
