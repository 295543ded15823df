import ReduxBridge
import ReferenceRedux
import StoreContract
import Testing
import ValueRedux
@testable import BridgeTestApps

@Suite struct MigrationStoreTests {
  @Test func aMigratedSliceNeitherRunsNorWritesItsLegacyPart() throws {
    let legacyRuns = Counter()
    var parts = ShopParts()
    // Nothing clears the objects, so that they show what is written.
    parts.settings.clear = nil
    parts.settings.blocks.append { _, _ in legacyRuns.increment() }
    let slice = parts.slices.settings.withoutLegacyReaders()
    let store = try MigrationStore(ShopState(), slice, at: .legacy, after: [.rename("one")])
    try store.setStage(.migrated, of: slice)
    store.dispatch(.rename("two"))

    #expect(store.read { $0.settings.name } == "one")
    #expect(legacyRuns.value == 1)
    #expect(try store.currentState().settings.name == "two")
  }

  /// The projection of the first slice finds its object in the part of the second.
  @Test func referencesIntoASliceThatIsRebuiltLaterAreRestored() throws {
    let selected = Projection<ShopState, Int?>(
      read: { $0.orders.selected?.id },
      write: { state, id in state.orders.selected = state.orders.placed.first { $0.id == id } },
      clear: { $0.orders.selected = nil })
    let select = Reducer<Int?, ShopAction> { selectedID, action in
      if case .select(let id) = action { selectedID = id }
    }
    let add = Reducer<[OrdersValue.Order], ShopAction> { orders, action in
      if case .put(let id) = action { orders.append(.init(id: id)) }
    }
    let placed = ShopProjections.placed
    let selection = StateSlice(
      "selection", projection: selected, legacy: [selected.reduceBlock(select)], reducer: select)
    let list = StateSlice(
      "list", projection: placed, legacy: [placed.reduceBlock(add)], reducer: add)
    let store = MigrationStore(state: ShopState(), entries: [.slice(selection), .slice(list)])
    for action in [.put(id: 1), .put(id: 2), .select(id: 2)] as [ShopAction] {
      store.dispatch(action)
    }
    for name in ["selection", "list"] { try store.setStage(.migrated, ofSliceNamed: name) }
    #expect(store.read { $0.orders.placed.isEmpty && $0.orders.selected == nil })

    let copy = try store.currentState().orders
    #expect(copy.placed.count == 2)
    #expect(copy.selected === copy.placed.last)
    store.revertToLegacy()
    #expect(
      store.read { $0.orders.selected != nil && $0.orders.selected === $0.orders.placed.last })
  }

  /// The first slice counts the actions where it has migrated, another block counts them elsewhere.
  @Test(arguments: Stage.allCases, Stage.allCases)
  func everyReducerReceivesTheNumberOfItsAction(_ first: Stage, _ second: Stage) throws {
    let count: @Sendable (inout Int, ActionNumber) -> Void = { $0 = $0 * 10 + Int($1.rawValue) }
    let right = Halves.Slice(
      "right", projection: Projection(\.right.count), legacy: [],
      reducer: Reducer(numbered: { count(&$0, $2) }))
    for left in [
      Halves.Slice(
        "left", projection: Projection(\.left.count), legacy: [],
        reducer: Reducer(numbered: { count(&$0, $2) })),
      Halves.Slice(
        "left", reading: right, projection: Projection(\.left.count), legacy: [],
        reducer: ReadingReducer(numbered: { count(&$0, $3) })),
    ] {
      let store = MigrationStore(state: Halves.Whole(), entries: [.slice(left), .slice(right)])
      // A stage changes ahead of the actions that wait.
      store.reduce(repeatElement(.both, count: 3))
      try store.setStage(first, of: left, overridingGateBecause: "a test")
      try store.setStage(second, of: right, overridingGateBecause: "a test")
      store.reduce(repeatElement(.both, count: 3))
      let state = try store.currentState()
      // The new side counts at these stages.
      #expect(
        [state.left.count, state.right.count]
          == [first, second].map { [.lead, .migrated].contains($0) ? 456 : 0 })
    }
  }
}
