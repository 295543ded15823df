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

  /// The signals of a store that any code makes of the collected state, for consumers that were kept and new
  /// ones, after a signal that the state holds and one that it no longer does.
  @Test(arguments: [true, false])
  func signalsGoOnAfterTheHandover(_ isHeld: Bool) throws {
    var parts = ShopParts()
    parts.unclaimed = []
    let store = ShopStore(state: ShopState(), entries: parts.entries)
    try Shop.move(store, to: [.migrated, .migrated, .migrated])
    let (consumer, kept) = (SignalConsumer<String>(), SignalConsumer<String>())
    var seen: [String] = []
    let facade = store.facade(of: parts.slices.orders)
    let before = facade.subscribe(signal: \.failure, consumer: consumer) { seen.append($0) }
    for action in [.stamp, .stamp, .fail("a"), .stamp] as [ShopAction] { store.dispatch(action) }
    facade.deliverPending()
    before.cancel()
    var state = try store.collect(Shop.collect)
    if !isHeld { state.orders.failure = nil }
    let successor = ValueStore(initialState: state, reducer: Shop.reducer(isReversed: false))
    #expect(kept.consume(state.orders.failure) == (isHeld ? "a" : nil))
    #expect(SignalConsumer(after: successor.actionNumber).consume(state.orders.failure) == nil)
    let after = successor.subscribe(signal: \.orders.failure, consumer: consumer) {
      seen.append($0)
    }
    let actions: [ShopAction] = [.fail("b"), .note("c"), .fail("d")]
    if isHeld {
      #expect(try store.handoverDifferences(to: successor, after: actions, Shop.collect) == [])
    } else {
      for action in actions { successor.dispatch(action) }
    }
    #expect(seen == ["a", "b", "d"])
    #expect(kept.consume(successor.state.orders.failure) == "d")
    withExtendedLifetime(after) {}
  }

  @Test func aSignalOfAnotherActionIsNamedAndHidesNothing() throws {
    var parts = ShopParts()
    parts.unclaimed = []
    let store = ShopStore(state: ShopState(), entries: parts.entries)
    try Shop.move(store, to: [.migrated, .migrated, .migrated])
    let reducer = Shop.reducer(isReversed: false)
    let successor = ValueStore<Shop.Value, ShopAction>(
      initialState: try store.collect(Shop.collect),
      reducer: Reducer(numbered: { state, action, number in
        if case .note = action { return }
        reducer.reduce(&state, action, number: action == .stamp ? number : ActionNumber(1))
      }))
    #expect(
      try store.handoverDifferences(
        to: successor, after: [.stamp, .fail("a"), .stamp, .fail("b"), .note("c")], Shop.collect
      ).map(\.description) == [
        "after action 2 .fail(\"a\"), at orders.failure: a signal of action 2 here, "
          + "a signal of action 1 in the successor",
        "after action 5 .note(\"c\"), at cart.note: \"c\" here, \"\" in the successor",
      ])
  }
}
