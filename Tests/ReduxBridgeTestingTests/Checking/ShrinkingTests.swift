import ReduxBridge
import ReferenceRedux
import StoreContract
import Testing
@testable import BridgeTestApps
@testable import ReduxBridgeTesting

/// Differences that take several actions to show, with the smallest list known by construction.
@Suite struct ShrinkingTests {
  /// The types of the actions of the smallest list, in order, and the difference that needs them.
  private static let planted: [([String], @Sendable (inout DeskParts) -> Void)] = [
    // When the selected note is renamed.
    (
      ["add", "select", "rename"],
      {
        $0.reducing("rename") { value in
          for index in value.notes.indices where value.notes[index].id == value.selectedID {
            value.notes[index].title += "!"
          }
        }
      }
    ),
    // At the fourth change.
    (
      ["change", "change", "change", "change"],
      {
        $0.reducing("setManual") { if $0.changes > 3 { $0.changes += 1 } }
        $0.reducing("setBrightness") { if $0.changes > 3 { $0.changes += 1 } }
      }
    ),
    // When what was selected is saved.
    (["add", "select", "save"], { $0.requesting { $0.count > 1 ? [] : $0 } }),
  ]

  @Test(arguments: planted)
  func aLongListShrinksToTheSmallest(
    _ smallest: [String], _ plant: @Sendable (inout DeskParts) -> Void
  ) throws {
    var random = SeededGenerator("aLongListShrinksToTheSmallest: \(smallest)")
    var parts = DeskParts()
    plant(&parts)
    let list = DeskAction.randomList(5_000, using: &random)
    let found = try #require(try parts.check.counterexample(in: list))
    let types = found.actions.map { action in
      let name = actionTypeName(of: action)
      return ["setManual", "setBrightness"].contains(name) ? "change" : name
    }
    #expect(types == smallest, "\(found)")
    #expect(found.shrunkFrom == list.count)
    #expect(try parts.check.findings(after: found.actions).first?.subject == found.finding.subject)
    // The first can be left out once the second is.
    #expect(shrunk([1, 2]) { $0 != [2] } == [])
  }

  @Test func theValueToStartFromIsKeptOnlyWhereItIsNeeded() throws {
    var parts = DeskParts()
    parts.reducing("setBrightness") { if $0.selectedID == 9 { $0.brightness = -1 } }
    var start = DeskValue()
    start.notes = [.init(id: 9, title: "nine")]
    start.selectedID = 9
    let list: [DeskAction] = [.setManual(true), .setBrightness(0.5), .save]
    func counterexample(in list: [DeskAction]) throws -> Counterexample<DeskAction>? {
      try parts.check.run(.list(list, from: start, of: parts.slice)).counterexample
    }
    let needed = try #require(try counterexample(in: list))
    #expect(needed.start as? DeskValue == start)
    #expect(needed.actions == [.setBrightness(0.5)])
    parts.reducing("setManual") { $0.changes = 7 }
    let free = try counterexample(in: [.setManual(true)])
    #expect(free != nil && free?.start == nil)
  }

  @Test func aDifferenceBehindAnotherIsFollowedThroughTheShrinking() throws {
    var parts = DeskParts()
    parts.reducing("rename") { if !$0.notes.isEmpty { $0.notes[0].title += "!" } }
    parts.reducing("widen") { if !$0.notes.isEmpty { $0.changes = 9 } }
    let found = try #require(
      try parts.check.counterexample(
        in: [.add(id: 1), .add(id: 2), .widen(window: "A"), .rename(id: 2, to: "two")]))
    #expect(found.finding.path == "changes")
    #expect(found.actions.map { actionTypeName(of: $0) } == ["add", "widen"])
  }

  @Test func exploringFindsAndShrinksTheSameWithTheSameGenerator() throws {
    var parts = DeskParts()
    parts.reducing("add") { if $0.notes.count == 4 { $0.notes = [] } }
    let seed = SeededGenerator("exploringFindsAndShrinksTheSameWithTheSameGenerator").seed
    let found = try (0..<2).map { _ in
      try #require(
        try parts.check.run(.random(seed: seed) { .add(id: Int.random(in: 0..<9, using: &$0)) })
          .counterexample)
    }
    #expect(found[0].actions.count == 4)
    #expect(found[0].actions == found[1].actions)
  }

  @Test func aRunningStoreReturnsTheActionsThatLedToItsFirstMismatch() throws {
    var parts = DeskParts()
    parts.reducing("setBrightness") { if $0.notes.count > 20 { $0.brightness = -1 } }
    let store = try DeskStore(
      DeskState(), parts.slice, at: .shadow, parity: ParityOptions(tracedActions: 8))
    for id in 0..<40 { store.dispatch(.add(id: id)) }
    store.dispatch(.setBrightness(1))
    store.reduce(repeatElement(.dismiss, count: 40))

    let trace = try #require(store.trace(of: parts.slice))
    #expect(trace.actions.last == .setBrightness(1))
    #expect(trace.actions.count <= 16)
    #expect(trace.firstActionNumber + trace.actions.count - 1 == 41)
    let found = try #require(try parts.check.run(.trace(trace)).counterexample)
    #expect(found.actions == [.setBrightness(1)])
    #expect((found.start as? DeskValue)?.notes.count ?? 0 > 20)
  }
}
