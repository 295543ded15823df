import ReduxBridge
import ReduxBridgeTesting
import ReferenceRedux
import StoreContract
import Testing
import ValueRedux
@testable import BridgeTestApps

/// The last step: from the store of the migration to a plain value store.
@MainActor @Suite struct HandoverTests {
  @Test(arguments: [false, true])
  func theSameReducersInTheSameOrderTakeOver(_ isReversed: Bool) throws {
    var generator = SeededGenerator("theSameReducersInTheSameOrderTakeOver")
    // Without unclaimed blocks, as at the end of a migration.
    var parts = ShopParts()
    (parts.isReversed, parts.unclaimed) = (isReversed, [])
    let store = ShopStore(state: ShopState(), entries: parts.entries)
    for action in Shop.actions(50, using: &generator) { store.dispatch(action) }
    try Shop.move(store, to: [.migrated, .migrated, .migrated])
    let successor = ValueStore(
      initialState: try store.collect(Shop.collect), reducer: Shop.reducer(isReversed: isReversed))
    let actions = Shop.actions(300, using: &generator)
    #expect(try store.handoverDifferences(to: successor, after: actions, Shop.collect).isEmpty)
    #expect(try store.collect(Shop.collect) == successor.state)
  }

  @Test func aSuccessorThatDiffersIsNamedWithActionAndPath() throws {
    let store = ShopStore(state: ShopState(), entries: ShopParts().entries)
    try Shop.move(store, to: [.migrated, .migrated, .migrated])
    func texts(_ change: (inout Shop.Value) -> Void) throws -> [String] {
      var state = try store.collect(Shop.collect)
      change(&state)
      let successor = ValueStore<Shop.Value, ShopAction>(
        initialState: state, reducer: Reducer { _, _ in })
      return try store.handoverDifferences(
        to: successor, after: [.stamp, .note("a")], Shop.collect
      )
      .map(\.description)
    }
    #expect(
      try texts { $0.settings.isMember = true } + texts { _ in } == [
        "before the first action, at settings.isMember: false here, true in the successor",
        "after action 2 .note(\"a\"), at cart.note: \"a\" here, \"\" in the successor",
      ])
    // Two values that are not equal to themselves differ nowhere.
    let unequal = ValueStore<Double, ShopAction>(initialState: .nan) { state, _ in state = 2 }
    let found = try store.handoverDifferences(to: unequal, after: [.note("b")]) { values in
      Shop.collect(values).cart.note == "b" ? 1 : .nan
    }
    #expect(found.map { [$0.actionNumber, $0.path.count] } == [[1, 0]])
  }
}
