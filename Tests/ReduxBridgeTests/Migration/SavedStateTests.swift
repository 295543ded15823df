import Foundation
import ReduxBridge
import ReferenceRedux
import StoreContract
import Testing
import ValueRedux
@testable import BridgeTestApps

/// Files that are saved in the middle of a migration.
@Suite struct SavedStateTests {
  static let slices = Array(ShopParts().entries.dropLast())
  static let before: [ShopAction] = [
    .join(true), .put(id: 1), .put(id: 2), .setRate(2), .checkout, .note("a"), .tag(.cart, "b"),
  ]
  static let after: [ShopAction] = [.put(id: 1), .setCurrency("USD"), .checkout]

  static func data(of state: ShopState) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return try encoder.encode(SavedState(state))
  }

  /// Saves what an autosave saves at some stages, after actions at `legacy` and at these stages.
  static func saved(at stages: [Stage]) async throws -> Data {
    let store = ShopStore(state: ShopState(), entries: slices)
    let files = LegacyRecorder<Data>()
    let autosave = Autosave(of: store, after: .seconds(600)) { state in
      files.record(try data(of: state))
    }
    for action in before.prefix(3) { store.dispatch(action) }
    try Shop.move(store, to: stages)
    for action in before.dropFirst(3) { store.dispatch(action) }
    try await autosave.flush()
    return try #require(files.values.last)
  }

  /// The 64 combinations of stages at which a file is saved, and some at which it is restored; all 64 in a
  /// run in full.
  @Test(arguments: Stage.allCases)
  func aFileIsSavedAndRestoredAtAnyStages(_ settingsStage: Stage) async throws {
    let bare = ReferenceStore(state: ShopState(), reducers: Shop.blocks)
    for action in Self.before { bare.dispatch(action) }
    let expectedFile = try Self.data(of: bare.currentState())
    let restoredBare = ReferenceStore(
      state: try JSONDecoder().decode(ShopState.self, from: expectedFile), reducers: Shop.blocks)
    for action in Self.after { restoredBare.dispatch(action) }
    let expected = restoredBare.read { $0.text }
    #expect(expected.contains("USD"))

    for saving in Shop.stages where saving.first == settingsStage {
      let file = try await Self.saved(at: saving)
      #expect(file == expectedFile, "saved at \(saving)")
      for restoring in TestVolume.cases(of: Shop.stages, oneIn: 21, sanitized: 21) {
        let saved = try JSONDecoder().decode(SavedState<ShopState>.self, from: file)
        let store = ShopStore(state: saved.state, entries: Self.slices)
        try Shop.move(store, to: restoring)
        for action in Self.after { store.dispatch(action) }
        #expect(try store.currentState().text == expected, "saved at \(saving), at \(restoring)")
      }
    }
  }

  @Test func theReleaseBeforeReadsTheFileAndItsOwnIsRead() async throws {
    let file = try await Self.saved(at: [.migrated, .migrated, .migrated])
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
