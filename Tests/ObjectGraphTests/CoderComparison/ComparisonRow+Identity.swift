import Foundation
import ObjectGraph

extension ComparisonRow {
  private typealias Animal = DynamicClassTests.Animal
  private typealias Member = VerifyCollectionsTests.Member
  private typealias Station = CycleTests.Station

  private struct Elsewhere<Container: Codable>: Codable {
    var container: Container
    var member: Member
  }

  private static func count(_ one: AnyObject?, _ other: AnyObject?) -> String {
    one != nil && one === other ? "one object" : "two objects"
  }

  static let identity: [ComparisonRow] = [
    ComparisonRow("an object that is reached along two paths") { coder in
      let copy = try coder.roundTrip(Array(repeating: Member("a"), count: 2))
      return count(copy[0], copy[1])
    },
    ComparisonRow("an object that is two values of a dictionary") { coder in
      let member = Member("a")
      let copy = try coder.roundTrip(["a": member, "b": member])
      return count(copy["a"], copy["b"])
    },
    ComparisonRow("an object that is a key of a dictionary and lies elsewhere as well") { coder in
      let member = Member("a")
      let copy = try coder.roundTrip(Elsewhere(container: [member: 1], member: member))
      return count(copy.container.keys.first, copy.member)
    },
    ComparisonRow("an object that is a member of a set and lies elsewhere as well") { coder in
      let member = Member("a")
      let copy = try coder.roundTrip(Elsewhere(container: Set([member]), member: member))
      return count(copy.container.first, copy.member)
    },
    ComparisonRow(
      "the intersection of two sets that tell their members apart by identity"
    ) { coder in
      let member = Member("a")
      let copy = try coder.roundTrip([Set([member, Member("a")]), Set([member, Member("a")])])
      return copy[0].intersection(copy[1]).count == 1 ? "kept" : "empty"
    },
    ComparisonRow("an instance of a subclass in a property of the superclass") { coder in
      let copy = try coder.roundTrip([DynamicClassTests.Fish(name: "fish") as Animal])
      return copy[0] is DynamicClassTests.Fish ? "the subclass" : "the superclass"
    },
    ComparisonRow(
      "a weak reference to an object of the graph, a ``BackReference`` or a conditional object"
    ) { coder in
      let (first, last) = (Station("first"), Station("last"))
      (first.plain, last.previous) = (last, first)
      let copy = try coder.roundTrip(first)
      return copy.plain?.previous.map { $0 === copy ? "kept" : "another" } ?? "nil"
    },
    ComparisonRow(
      "such a reference to an object that nothing else in the graph refers to"
    ) { coder in
      let (first, other) = (Station("first"), Station("other"))
      first.previous = other
      return try withExtendedLifetime(other) {
        try coder.roundTrip(first).previous == nil ? "nil" : "kept"
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
