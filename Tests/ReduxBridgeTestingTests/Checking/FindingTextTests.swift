import Foundation
import ReduxBridge
import ReduxBridgeTesting
import ReferenceRedux
import Testing
import ValueRedux

private final class Box: Codable {
  var count = 0
}

private enum Act: Sendable {
  case add
}

private let add: ReduceBlock<Box, Act> = { box, _ in box.count += 1 }
private let adding = Reducer<Int, Act> { count, _ in count += 1 }

/// The texts of findings, which end up in logs.
@Suite struct FindingTextTests {
  @Test func anErrorNamesTheSlicesAndWhatToDo() {
    let errors: [MigrationError] = [
      .unknownSlice("x", known: ["a"]), .gateClosed(slice: "a", stage: .lead, unmet: ["b"]),
      .notMigrated(["a"]),
    ]
    #expect(
      errors.map(\.description) == [
        #"There is no slice named "x"; this store has a."#,
        #"Slice "a" may not be promoted to lead yet: b. To promote it all the same, give a reason."#,
        "These slices are not migrated yet: a.",
      ])
  }

  @Test func aBrokenLawNamesBothValues() throws {
    let deaf = Projection<Box, Int>(read: { $0.count }, write: { _, _ in })
    let violation = try #require(
      try deaf.checkLaws(on: Box(), values: [3], within: ["count"]).first)
    #expect(violation.law == .readReturnsWhatWasWritten)
    #expect(
      violation.description.hasPrefix("read returns what was written: as a whole: expected 3"))
  }

  private final class Tree: Codable {
    var leaves: [Box] = []
    var chosen: Box?
  }

  @Test func aBrokenLawAboutSharingSaysWhichPathsAreNoLongerOneObject() throws {
    // Writing makes a new object for the chosen one, which was one of the leaves.
    let projection = Projection<Tree, Int>(
      read: { $0.chosen?.count ?? 0 },
      write: { tree, count in
        tree.chosen = Box()
        tree.chosen?.count = count
      })
    let tree = Tree()
    tree.leaves = [Box()]
    tree.chosen = tree.leaves[0]
    let texts = try projection.checkLaws(on: tree, values: [], within: nil).map(\.description)
    #expect(texts.count == 1)
    #expect(texts.allSatisfy { $0.contains("expected one object") }, "\(texts)")
    #expect(texts.allSatisfy { $0.contains("found two") }, "\(texts)")
    #expect(texts.allSatisfy { $0.contains("leaves.0") && $0.contains("chosen") }, "\(texts)")
  }

  @Test func oneIsSingular() throws {
    let slice = StateSlice(
      "count", projection: Projection(\Box.count), legacy: [add],
      reducer: Reducer<Int, Act> { _, _ in })
    let check = ParityCheck(slice) { Box() }
    let found = try #require(try check.counterexample(in: [.add]))
    #expect(found.description.contains("\n1 of 1 action shows it:"))
    let ledger = try check.run([.add]).ledger
    #expect(ledger.description.contains("1 of 1 comparison showed an unexplained difference"))
    let gate = Gate(compared: 1, everyActionType: false, everyRuleUsed: false, unchanged: "a trial")
    #expect(
      gate.unmetDemands(ofSliceNamed: "count", in: ledger) == ["1 mismatch, 0 allowed"])
    #expect(
      gate.unmetDemands(ofSliceNamed: "count", in: try check.run([]).ledger)
        == ["0 of 1 action compared"])
  }
}
