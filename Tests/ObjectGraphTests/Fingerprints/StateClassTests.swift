import Foundation
import ObjectGraph
import Testing

/// What kind of state a graph is in, for a search that looks for new ones.
@Suite struct StateClassTests {
  private enum Mood: String, Codable, CaseIterable { case calm, busy, closed }

  private enum Basket: Codable {
    case none
    case some(Int)
  }

  private final class Branch: Codable {
    var mood = Mood.calm
    var formerMood = Mood.calm
    var count = 0
    var note: String?
    var basket = Basket.none
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
      { $0.count = -2 }, { $0.note = "" }, { $0.basket = .some(0) },
      { $0.branches = [Branch()] }, { $0.branches = [Branch(), Branch()] },
    ]
    var seen: Set<Set<UInt64>> = []
    for change in changes {
      let new = try Self.traits(change).subtracting(all)
      #expect(!new.isEmpty)
      #expect(seen.insert(new).inserted, "another change has the same traits")
    }
  }

  /// A new combination is a new class of states, but has no new traits.
  @Test func traitsDoNotMultiply() throws {
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

  @Test func numbersOfOneMagnitudeAreOneClass() throws {
    let (five, eight, nine) = (Branch(), Branch(), Branch())
    (five.count, eight.count, nine.count) = (5, 8, 9)
    let classes = try [five, eight, nine].map { try Graph.stateClass(of: $0) }
    #expect(classes[0].fingerprint == classes[1].fingerprint)
    #expect(classes[0].traits == classes[1].traits)
    #expect(classes[0].fingerprint != classes[2].fingerprint)
  }

  /// A trait names a field and its type, not the path to it.
  @Test func depthMakesNoTraits() throws {
    func chain(_ depth: Int) -> Branch {
      let branch = Branch()
      if depth > 0 { branch.branches = [chain(depth - 1)] }
      return branch
    }
    let (short, long) = (chain(3), chain(30))
    #expect(try Graph.stateClass(of: short).traits == Graph.stateClass(of: long).traits)
  }

  @Test func aNumberFromOutsideIsATrait() throws {
    let stateClass = try Graph.stateClass(of: Branch())
    let (two, three) = (stateClass.adding(2), stateClass.adding(3))
    #expect(two.fingerprint != three.fingerprint)
    #expect(two.traits.subtracting(stateClass.traits).count == 1)
    #expect(two.traits != three.traits)
  }
}
