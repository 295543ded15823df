import Foundation
import Testing

@testable import ObjectGraph

/// What kind of state a graph is in, for a search that looks for new ones.
@Suite struct StateClassTests {
  private enum Mood: String, Codable, CaseIterable { case calm, busy, closed }

  private enum Basket: Codable {
    case none
    case some(Int)
  }

  private struct Tray: Codable {}

  private final class Branch: Codable {
    var mood = Mood.calm
    var formerMood = Mood.calm
    var count = 0
    var note: String?
    var basket = Basket.none
    var tray: Tray?
    var branches: [Branch] = []
  }

  private static func traits(_ change: (Branch) -> Void) throws -> Set<UInt64> {
    let branch = Branch()
    change(branch)
    return try Graph.stateClass(of: branch).traits
  }

  @Test func eachFieldHasTraitsOfItsOwn() throws {
    let all = try Self.traits { _ in }
    let changes: [(Branch) -> Void] = [
      { $0.mood = .busy }, { $0.formerMood = .busy }, { $0.mood = .closed }, { $0.count = 2 },
      { $0.count = -2 }, { $0.note = "" }, { $0.basket = .some(0) }, { $0.tray = Tray() },
      { $0.branches = [Branch()] }, { $0.branches = [Branch(), Branch()] },
    ]
    var seen: Set<Set<UInt64>> = []
    for change in changes {
      let new = try Self.traits(change).subtracting(all)
      #expect(!new.isEmpty)
      #expect(seen.insert(new).inserted, "another change has the same traits")
    }
  }

  /// A trait names a field and its type, not the path to it, nor what else the state has.
  @Test func neitherCombinationsNorDepthMakeTraits() throws {
    func chain(_ depth: Int) -> Branch {
      let branch = Branch()
      if depth > 0 { branch.branches = [chain(depth - 1)] }
      return branch
    }
    let (short, long) = (chain(3), chain(30))
    #expect(try Graph.stateClass(of: short).traits == Graph.stateClass(of: long).traits)
    var traits: Set<UInt64> = []
    for change: (Branch) -> Void in [{ $0.mood = .busy }, { $0.count = 9 }, { $0.note = "x" }] {
      try traits.formUnion(Self.traits(change))
    }
    let both = Branch()
    (both.mood, both.count, both.note) = (.busy, 9, "x")
    let stateClass = try Graph.stateClass(of: both)
    #expect(stateClass.traits.isSubset(of: traits))
    #expect(try stateClass.fingerprint != Graph.stateClass(of: Branch()).fingerprint)
  }

  private struct Inner: Codable { var number = 0 }
  private enum One: Codable { case some(Inner) }
  private enum Other: Codable { case some(Inner) }
  private class Base: Encodable {
    let number: Int
    init(_ inner: Inner) { number = inner.number }
  }
  private final class First: Base {}
  private final class Second: Base {}

  /// The payload of a case is a nested container, in which the type of the enum still counts.
  @Test func fieldsOfTwoTypesHaveUnlikeTraits() throws {
    func traits<Root: Encodable>(_ root: (Inner) -> Root) throws -> Set<UInt64> {
      try Graph.stateClass(of: root(Inner(number: 1_000))).traits
        .subtracting(Graph.stateClass(of: root(Inner())).traits)
    }
    let all = try [
      traits { [One.some($0)] }, traits { [Other.some($0)] }, traits { [First($0) as Base] },
      traits { [Second($0) as Base] },
    ]
    #expect(Set(all).count == 4 && all.allSatisfy { $0.count == 1 })
  }

  @Test func numbersOfOneMagnitudeAreOneClass() throws {
    let (five, eight, nine) = (Branch(), Branch(), Branch())
    (five.count, eight.count, nine.count) = (5, 8, 9)
    let classes = try [five, eight, nine].map { try Graph.stateClass(of: $0) }
    var all = [classes.map(\.fingerprint)]
    all.append(try [5, 8, 9].map { try Graph.stateClass(of: Transparent($0)).fingerprint })
    // Those that are encoded for a superclass, too.
    all.append(
      try [5, 8, 9].map { number in
        let based = Written { encoder in
          var container = encoder.container(keyedBy: Name.self)
          try number.encode(to: container.superEncoder())
        }
        return try Graph.stateClass(of: based).fingerprint
      })
    for prints in all { #expect(prints.map { $0 == prints[0] } == [true, true, false]) }
    #expect(classes[0].traits == classes[1].traits)
    // So are numbers of elements.
    func fingerprint(_ root: some Encodable) throws -> GraphFingerprint {
      try Graph.stateClass(of: root).fingerprint
    }
    #expect(try fingerprint(5) != fingerprint(500))
    let counts = try [1, 3, 4].map { try fingerprint((0..<$0).map { _ in Branch() }) }
    #expect(counts.map { $0 == counts[1] } == [false, true, true])
    let busy = Branch()
    busy.mood = .busy
    #expect(try fingerprint([Branch(), Branch()]) != fingerprint([Branch(), busy]))
  }

  @Test func magnitudesHaveNumbers() {
    let counts: [Int] = [-1, 0, 1, 2, 3, 4, 5, 8, 9]
    #expect("\(counts.map(numberOfSize))" == "[0, 0, 1, 2, 3, 3, 4, 4, 5]")
    let limits: [Double] = [0, -0.0, .infinity, -.infinity, .nan]
    #expect("\(limits.map(\.sizeClass))" == "[0, 0, 2, 2, 3]")
    let numbers: [UInt64] = [-2, -1.5, -1, -0.5, 0.5, 1, 1.5, 2].map(\Double.sizeClass)
    let first: [Int] = numbers.compactMap { numbers.firstIndex(of: $0) }
    #expect("\(first)" == "[0, 1, 1, 3, 4, 5, 5, 7]")
    #expect(Set([-9, -5, -1, 0, 1, 5, 9].map(\Int.sizeClass)).count == 7)
    #expect(5.sizeClass == 8.sizeClass)
    #expect(Int8.min.sizeClass == (-100 as Int8).sizeClass)
    #expect(true.sizeClass != false.sizeClass)
    #expect(Int?.none.sizeClass != Int?(0).sizeClass)
  }

  private struct Root: Encodable {
    let ring: FingerprintTests.Ring
    let number: Int
  }

  /// What refers to what does not count, not even in a cycle.
  @Test func theOrderOfACycleIsNoClass() throws {
    func fingerprint(_ order: [Int], beside number: Int = 0) throws -> GraphFingerprint {
      let rings = ["", "a", "abc"].map(FingerprintTests.Ring.init)
      for (place, index) in order.enumerated() {
        rings[index].next = rings[order[(place + 1) % order.count]]
      }
      defer { for ring in rings { ring.next = nil } }
      return try Graph.stateClass(of: Root(ring: rings[0], number: number)).fingerprint
    }
    #expect(try fingerprint([0, 1, 2]) == fingerprint([0, 2, 1]))
    #expect(try fingerprint([0, 1, 2]) != fingerprint([0, 1, 2], beside: 9))
  }
}
