import ReduxBridge
import ReduxBridgeTesting
import Testing
@testable import BridgeTestApps

/// Every state of a whole store: values, effects, signals and windows of slices that read each other.
@Suite struct MigrationExhaustTests {
  private static let actions: [ShopAction] = [
    .put(id: 1), .checkout, .stamp, .scroll(window: "A", by: 1), .scroll(window: "B", by: 1),
    .zoom(window: "A", by: 2), .zoom(window: "C", by: 1), .close(window: "A"),
    .shut(window: "A"),
  ]

  @Test func slicesThatAreRightAreComparedInEveryState() throws {
    let result = try ShopParts().check.exhaust(Self.actions, depth: 2)
    #expect(
      result.failures == [
        "settings: no action changed it", "cart: no action wrote note, tags",
        "orders: no action wrote selectedID, failure, tags",
      ], "\(result)")
    #expect(result.depth == 2)
    #expect(
      result.description.hasPrefix("settings, cart, orders: 9 actions, depth 2: "))
    // From the initial state, and from each state that one action leads to.
    #expect(result.transitions.isMultiple(of: 9) && (18...90).contains(result.transitions))
    #expect(result.states > result.transitions / 9)
  }

  /// A second failure before the first is dismissed could not be compared: one action is enough.
  @Test(arguments: PlantedLoss.inSignals)
  func aSignalThatOneSideLacksIsFound(_ loss: PlantedLoss) throws {
    let result = try loss.parts.check.exhaust(Self.actions + [.fail("card")], depth: 1)
    let mismatch = try #require(result.mismatch, "\(result)")
    #expect(loss.isExplained(by: mismatch), "\(result)")
    #expect(result.counterexample.count == 1)
  }

  @Test(arguments: PlantedLoss.inEffects + PlantedLoss.inWindows)
  func aDifferenceIsFoundByAShortestList(_ loss: PlantedLoss) throws {
    let result = try loss.parts.check.exhaust(Self.actions, depth: 3)
    let mismatch = try #require(result.mismatch, "\(result)")
    #expect(loss.isExplained(by: mismatch), "\(result)")
    #expect((1...3).contains(result.counterexample.count))
    #expect(!result.isExhaustive)
    let shorter = try loss.parts.check.exhaust(
      Self.actions, depth: result.counterexample.count - 1)
    #expect(shorter.mismatch == nil)
  }

  @Test func theResultDoesNotDependOnTheNumberOfCoresOrTheWayStatesAreRestored() throws {
    let loss = PlantedLoss.inWindows[0]
    let results = try [(1, StateRestoration.copying), (3, .copying), (2, .replaying)].map {
      try loss.parts.check.exhaust(Self.actions, depth: 2, cores: $0.0, restoring: $0.1)
    }
    for result in results {
      #expect(result.states == results[0].states)
      #expect(result.transitions == results[0].transitions)
      #expect(result.counterexample == results[0].counterexample)
      #expect(result.mismatch?.path == results[0].mismatch?.path)
    }
  }
}
