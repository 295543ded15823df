import Foundation
import ReduxBridge
import ReferenceRedux
import StoreContract
import Testing
import ValueRedux
@testable import BridgeTestApps

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
