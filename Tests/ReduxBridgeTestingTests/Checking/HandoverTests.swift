import ReduxBridge
import ReduxBridgeTesting
import ReferenceRedux
import StoreContract
import Testing
import ValueRedux
@testable import BridgeTestApps

/// The last step: from the store of the migration to a plain value store.
@MainActor @Suite struct HandoverTests {
  /// The differences of a handover, by a check of the shop without unclaimed blocks.
  private func differences(
    _ actions: [ShopAction],
    to makeStore:
      @escaping @MainActor @Sendable (Shop.Value) -> some ValueStateStore<Shop.Value, ShopAction>
  ) throws -> [String] {
    var parts = ShopParts()
    parts.unclaimed = []
    let check = ParityCheck(parts.entries) { ShopState() }
    return try check.handingOver(to: makeStore, Shop.collect).run(.list(actions))
      .findings.filter { $0.subject == .handover }.map(\.description)
  }

  @Test(arguments: [true, false])
  func aStoreThatPassesNoNumberCountsInItsReducer(_ counts: Bool) throws {
    _ = Signal(0, at: ActionNumber(9))
    let found = try differences([.stamp, .fail("a"), .stamp, .fail("b"), .note("c")]) {
      let reducer = Shop.reducer(isReversed: false)
      return PlainStore($0, counts ? reducer.counting() : reducer)
    }
    #expect(found.count == (counts ? 0 : 1))
    #expect(found.allSatisfy { $0.contains("a signal from before the handover in the successor") })
  }

  @Test func aSuccessorThatDiffersIsNamedWithActionAndPath() throws {
    func texts(_ change: @escaping @Sendable (inout Shop.Value) -> Void) throws -> [String] {
      try differences([.stamp, .note("a")]) {
        var state = $0
        change(&state)
        return ValueStore(initialState: state, reducer: Reducer<Shop.Value, ShopAction> { _, _ in })
      }
    }
    #expect(
      try texts { $0.settings.isMember = true } + texts { _ in } == [
        "the state: before an action, at settings.isMember: false here, true in the successor",
        "the state: at cart.note: \"a\" here, \"\" in the successor, after action 2 .note(\"a\")",
      ])
    // Two values that are not equal to themselves differ nowhere.
    let unequal = ParityCheck(ShopParts().entries) { ShopState() }.handingOver(
      to: {
        ValueStore<Double, ShopAction>(initialState: $0, reducer: Reducer { state, _ in state = 2 })
      }
    ) { Shop.collect($0).cart.note == "b" ? 1 : .nan }
    let found = try unequal.run(.list([.note("b")])).findings.filter { $0.subject == .handover }
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
    for action in actions { successor.dispatch(action) }
    #expect(seen == ["a", "b", "d"])
    #expect(kept.consume(successor.state.orders.failure) == "d")
    withExtendedLifetime(after) {}
  }

  @Test func aSignalOfAnotherActionIsNamedAndHidesNothing() throws {
    let reducer = Shop.reducer(isReversed: false)
    let found = try differences([.stamp, .fail("a"), .stamp, .fail("b"), .note("c")]) {
      ValueStore(
        initialState: $0,
        reducer: Reducer(numbered: { state, action, number in
          if case .note = action { return }
          reducer.reduce(&state, action, number: action == .stamp ? number : ActionNumber(1))
        }))
    }
    #expect(
      found == [
        "the state: at orders.failure: a signal of action 2 here, "
          + "a signal of action 1 in the successor, after action 2 .fail(\"a\")",
        "the state: at cart.note: \"c\" here, \"\" in the successor, after action 5 .note(\"c\")",
      ])
  }
}

/// A store that numbers no actions.
@MainActor private final class PlainStore: ValueStateStore {
  private(set) var state: Shop.Value
  private let reducer: Reducer<Shop.Value, ShopAction>

  init(_ state: Shop.Value, _ reducer: Reducer<Shop.Value, ShopAction>) {
    (self.state, self.reducer) = (state, reducer)
  }

  func dispatch(_ action: ShopAction) { reducer.reduce(&state, action) }

  func subscribe(_ handler: @escaping @MainActor (Shop.Value) -> Void) -> SubscriptionToken {
    handler(state)
    return SubscriptionToken {}
  }
}
