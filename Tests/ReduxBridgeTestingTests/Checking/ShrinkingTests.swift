import ReduxBridge
import ReferenceRedux
import StoreContract
import Testing
@testable import BridgeTestApps
@testable import ReduxBridgeTesting

/// Differences that take several actions to show, with the smallest list known by construction.
@Suite struct ShrinkingTests {
  /// The types of the actions of the smallest list, in order, and the difference that needs them.
  private static let planted: [([String], @Sendable (inout ShopParts) -> Void)] = [
    // When a note is written on an order while one is selected.
    (
      ["select", "memo"],
      {
        $0.orders.reduce("memo") { value in
          for index in value.placed.indices where value.placed[index].id == value.selectedID {
            value.placed[index].memo += "!"
          }
        }
      }
    ),
    // At the fourth change.
    (
      ["change", "change", "change", "change"],
      { parts in
        for kind in changes { parts.settings.reduce(kind) { if $0.changes > 3 { $0.rate = -1 } } }
      }
    ),
    // When there is a checkout while an order is selected.
    (
      ["select", "checkout"],
      {
        $0.valueEffects = {
          $1 == .checkout && $0.selectedID != nil
            ? [] : ShopValues.effects(placed: $0.placed.count, $1)
        }
      }
    ),
  ]

  private static let changes = ["setCurrency", "setRate", "join", "rename"]

  @Test(arguments: planted)
  func aLongListShrinksToTheSmallest(
    _ smallest: [String], _ plant: @Sendable (inout ShopParts) -> Void
  ) throws {
    var random = SeededGenerator("aLongListShrinksToTheSmallest: \(smallest)")
    var parts = ShopParts()
    plant(&parts)
    let list = ShopAction.randomList(TestVolume.count(80, soak: 400), using: &random)
    let found = try #require(try parts.check.counterexample(in: list))
    let types = found.actions.map { action in
      (Self.changes + ["tag"]).contains(action.kind) ? "change" : action.kind
    }
    #expect(types == smallest, "\(found)")
    #expect(found.shrunkFrom == list.count)
    #expect(try parts.check.findings(after: found.actions).first?.subject == found.finding.subject)
    // The first can be left out once the second is.
    #expect(shrunk([1, 2]) { $0 != [2] } == [])
  }

  /// By halves: 2 runs for each, and one of no action.
  @Test func theOneActionThatIsNeededIsFoundInFewRuns() {
    let runs = Counter()
    let found = shrunk(Array(0..<1_000)) { list in
      runs.increment()
      return list.contains(999)
    }
    #expect(found == [999] && runs.value <= 2 * 10 + 1, "\(runs.value)")
  }

  @Test func theValueToStartFromIsKeptOnlyWhereItIsNeeded() throws {
    var parts = ShopParts()
    parts.orders.reduce("memo") { if $0.selectedID == 9 { $0.lastTotal = -1 } }
    let start = OrdersValue(placed: [.init(id: 9)], selectedID: 9)
    let list: [ShopAction] = [.tag(.orders, "a"), .memo(id: 9, "b"), .fail("card")]
    func counterexample(in list: [ShopAction]) throws -> Counterexample<ShopAction>? {
      try parts.check.run(.list(list, from: start, of: parts.slices.orders)).counterexample
    }
    let needed = try #require(try counterexample(in: list))
    #expect(needed.start as? OrdersValue == start)
    #expect(needed.actions == [.memo(id: 9, "b")])
    parts.orders.reduce("tag") { $0.lastTotal = 7 }
    let free = try counterexample(in: [.tag(.orders, "a")])
    #expect(free != nil && free?.start == nil)
  }

  @Test func aDifferenceBehindAnotherIsFollowedThroughTheShrinking() throws {
    var parts = ShopParts()
    parts.orders.reduce("memo") { $0.placed[0].memo += "!" }
    parts.orders.reduce("zoom") { if $0.placed.count == 3 { $0.lastTotal = 9 } }
    let found = try #require(
      try parts.check.counterexample(
        in: [.checkout, .ship(id: 1), .zoom(window: "A", by: 1), .memo(id: 2, "two")]))
    #expect(found.finding.path == "lastTotal")
    #expect(found.actions.map(\.kind) == ["checkout", "zoom"])
  }

  @Test func exploringFindsAndShrinksTheSameWithTheSameGenerator() throws {
    var parts = ShopParts()
    parts.cart.reduce("put") { if $0.lines.count == 5 { $0.lines = [] } }
    let seed = SeededGenerator("exploringFindsAndShrinksTheSameWithTheSameGenerator").seed
    let found = try (0..<2).map { _ in
      try #require(
        try parts.check.run(.random(seed: seed) { .put(id: Int.random(in: 1...9, using: &$0)) })
          .counterexample)
    }
    #expect(found[0].actions.count == 3)
    #expect(found[0].actions == found[1].actions)
  }
}
