import ReduxBridge
import ReferenceRedux
import Testing
import ValueRedux
@testable import BridgeTestApps

/// Signals through facades, and the objects that facades read.
@MainActor @Suite struct FacadeSignalTests {
  @Test func anotherSubscriptionContinuesWhereOneEndedAndAFlagThatChangesIsNew() async throws {
    let store = try ShopParts().store(at: .legacy)
    let consumer = SignalConsumer<String>()
    var seen: [String] = []
    for stage in Stage.allCases {
      try store.setStage(stage, of: Shop.slices.orders)
      let facade = store.facade(of: Shop.slices.orders)
      let token = facade.subscribe(signal: \.failure, consumer: consumer) { seen.append($0) }
      store.reduce([.fail("a"), .fail("b"), .fail("c")])
      await store.settle()
      withExtendedLifetime(token) {}
    }
    #expect(seen == Array(repeating: ["a", "b", "c"], count: 4).flatMap(\.self))
  }

  /// The facade of a slice reads its value, and no objects have to be written for it.
  @Test func aFacadeOfALeadingSliceWritesNoObjects() async throws {
    let writes = Counter()
    var parts = ShopParts()
    parts.settings.clear = nil
    parts.settings.write = {
      writes.increment()
      ShopProjections.writeSettings($0, $1)
    }
    // No block behind the slice, for which the objects would be brought up to date.
    let slice = parts.slices.settings
    let store = try MigrationStore(ShopState(), slice, at: .migrated)
    let facade = store.facade(of: slice)
    let before = writes.value
    for _ in 1...9 {
      store.dispatch(.join(true))
      await store.settle()
    }
    #expect((facade.state.changes, writes.value) == (9, before))
    #expect(store.read { $0.settings.changes } == 9)
  }
}
