import Foundation
import ReduxBridge
import ReferenceRedux
import StoreContract
import Testing
import ValueRedux
@testable import BridgeTestApps

@Suite struct MigrationStoreTests {
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

  /// While all stages are at legacy, the switch still drops the moves that wait.
  @Test func theKillSwitchAtLegacyDropsWhatWaits() throws {
    let store = try ShopParts().store(.settings, at: .legacy)
    let announced = Counter()
    let end = store.migration.coordinator.stageObservers.add { _ in announced.increment() }
    store.read { _ in
      for stage in [Stage.lead, .legacy] { try? store.setStage(stage, of: Shop.slices.settings) }
      store.dispatch(.join(true))
      store.revertToLegacy()
    }
    store.flush()
    #expect(announced.value == 1)
    end()
  }
}

/// Files that are saved in the middle of a migration.
@Suite struct SavedStateTests {
  @Test func theReleaseBeforeReadsTheFileAndItsOwnIsRead() throws {
    let store = ShopStore(state: ShopState(), entries: Array(ShopParts().entries.dropLast()))
    try Shop.move(store, to: [.migrated, .migrated, .migrated])
    store.reduce([.join(true), .put(id: 1), .put(id: 2), .checkout])
    let file = try JSONEncoder().encode(SavedState(store.currentState()))
    let state = try JSONDecoder().decode(ShopState.self, from: file)
    #expect((state.settings.isMember, state.cart.lines.count) == (true, 2))
    let saved = try [file, JSONEncoder().encode(state)].map {
      try JSONDecoder().decode(SavedState<ShopState>.self, from: $0)
    }
    #expect(saved.map(\.version) == [1, nil])
    #expect(saved.map(\.state.text) == [state.text, state.text])
  }

  @Test(arguments: [0, 2, -1])
  func anUnknownVersionIsRefusedBeforeAnythingElseIsRead(_ version: Int) {
    let file = Data("{\"landbridgeVersion\": \(version), \"settings\": \"of another form\"}".utf8)
    let error = #expect(throws: SavedStateError.self) {
      try JSONDecoder().decode(SavedState<ShopState>.self, from: file)
    }
    #expect(error == .unknownVersion(version, newest: 1))
    #expect(
      error?.localizedDescription
        == "The saved state has version \(version), and this release reads versions up to 1. "
        + "A newer release saved it: keep the file, and update the app.")
  }
}
