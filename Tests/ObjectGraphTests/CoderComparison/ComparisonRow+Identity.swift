import Foundation
import ObjectGraph

extension ComparisonRow {
  private final class Leaf: Codable, ToldApart {
    var number: Int
    init(_ number: Int) { self.number = number }
  }

  private struct Elsewhere<Container: Codable>: Codable {
    var container: Container
    var leaf: Leaf
  }

  private typealias Animal = DynamicClassTests.Animal
  private typealias Station = CycleTests.Station

  private final class Observer: Codable {
    @BackReference var subject: Leaf?
    init(_ subject: Leaf?) { self.subject = subject }
  }

  private struct Observed: Codable {
    var observer: Observer
    var leaf: Leaf?
  }

  private static func count(_ one: AnyObject?, _ other: AnyObject?) -> String {
    one != nil && one === other ? "one object" : "two objects"
  }

  static let identity = [
    ComparisonRow("an object that is reached along two paths") { coder in
      let leaf = Leaf(1)
      let copy = try coder.roundTrip([leaf, leaf])
      return count(copy[0], copy[1])
    },
    ComparisonRow("an object that is two values of a dictionary") { coder in
      let leaf = Leaf(1)
      let copy = try coder.roundTrip(["a": leaf, "b": leaf])
      return count(copy["a"], copy["b"])
    },
    ComparisonRow("an object that is a key of a dictionary and lies elsewhere as well") { coder in
      let leaf = Leaf(1)
      let copy = try coder.roundTrip(Elsewhere(container: [leaf: 1], leaf: leaf))
      return count(copy.container.keys.first, copy.leaf)
    },
    ComparisonRow("an object that is a member of a set and lies elsewhere as well") { coder in
      let leaf = Leaf(1)
      let copy = try coder.roundTrip(Elsewhere(container: Set([leaf]), leaf: leaf))
      return count(copy.container.first, copy.leaf)
    },
    ComparisonRow(
      "the intersection of two sets that tell their members apart by identity"
    ) { coder in
      let leaf = Leaf(1)
      let copy = try coder.roundTrip([Set([leaf, Leaf(1)]), Set([leaf, Leaf(1)])])
      return copy[0].intersection(copy[1]).count == 1 ? "kept" : "empty"
    },
    ComparisonRow("an instance of a subclass in a property of the superclass") { coder in
      let copy = try coder.roundTrip([DynamicClassTests.Fish(name: "fish") as Animal])
      return copy[0] is DynamicClassTests.Fish ? "the subclass" : "the superclass"
    },
    ComparisonRow(
      "a weak reference to an object of the graph, a ``BackReference`` or a conditional object"
    ) { coder in
      let leaf = Leaf(1)
      let copy = try coder.roundTrip(Observed(observer: Observer(leaf), leaf: leaf))
      return copy.observer.subject.map { $0 === copy.leaf ? "kept" : "another" } ?? "nil"
    },
    ComparisonRow(
      "such a reference to an object that nothing else in the graph refers to"
    ) { coder in
      let leaf = Leaf(1)
      return try withExtendedLifetime(leaf) {
        let copy = try coder.roundTrip(Observed(observer: Observer(leaf), leaf: nil))
        return copy.observer.subject == nil ? "nil" : "kept"
      }
    },
    ComparisonRow("a cycle of strong references, one of them a ``StrongBackReference``") { coder in
      let (first, last) = (Station("first"), Station("last"))
      (first.plain, last.next) = (last, first)
      defer { last.next = nil }
      let copy = try coder.roundTrip(first)
      defer { copy.plain?.next = nil }
      return copy.plain?.next.map { $0 === copy ? "kept" : "another" } ?? "nil"
    },
    ComparisonRow("a cycle of other references") { coder in
      let (first, last) = (Station("first"), Station("last"))
      (first.plain, last.plain) = (last, first)
      defer { last.plain = nil }
      return try coder.roundTrip(first).plain == nil ? "nil" : "kept"
    },
  ]
}
