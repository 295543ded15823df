import Foundation
import ReduxBridge
import ReferenceRedux
import StoreContract
import Testing
import ValueRedux
@testable import BridgeTestApps

/// Files that are saved in the middle of a migration.
@Suite struct SavedStateTests {
  static let slices: [MigrationEntry<MailState, MailAction>] = [
    .slice(Mail.settings), .slice(Mail.list), .slice(Mail.detail),
  ]
  static let blocks = [Mail.settingsBlock, Mail.listBlock, Mail.detailBlock]
  static let before: [MailAction] = [.flipMask, .add, .add, .flipOrder, .all, .rename, .show]
  static let after: [MailAction] = [.rename, .flipMask, .all]

  static func data(of state: MailState) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return try encoder.encode(SavedState(state))
  }

  /// Saves what an autosave saves at some stages, after actions at `legacy` and at these stages.
  static func saved(at stages: [Stage]) async throws -> Data {
    let store = Mail.Store(state: MailState(), entries: slices)
    let files = Collector<Data>()
    let autosave = Autosave(of: store, after: .seconds(600)) { state in
      files.append(try data(of: state))
    }
    for action in before.prefix(3) { store.dispatch(action) }
    try Mail.move(store, to: stages)
    for action in before.dropFirst(3) { store.dispatch(action) }
    try await autosave.flush()
    return try #require(files.values.last)
  }

  /// 16 of the 64 combinations of stages at which a file is saved, and all 64 at which it is restored;
  /// in a debug build 8 of these, since a sanitizer makes them slow.
  @Test(arguments: Stage.allCases)
  func aFileIsSavedAndRestoredAtAnyStages(_ settingsStage: Stage) async throws {
    let bare = ReferenceStore(state: MailState(), reducers: Self.blocks)
    for action in Self.before { bare.dispatch(action) }
    let expectedFile = try Self.data(of: bare.currentState())
    let restoredBare = ReferenceStore(
      state: try JSONDecoder().decode(MailState.self, from: expectedFile), reducers: Self.blocks)
    for action in Self.after { restoredBare.dispatch(action) }
    let expected = restoredBare.read { $0.text }
    #expect(expected.contains("new*"))

    for saving in Mail.stages where saving.first == settingsStage {
      let file = try await Self.saved(at: saving)
      #expect(file == expectedFile, "saved at \(saving)")
      for restoring in Mail.stages.enumerated().filter({ Self.restores($0.offset) }).map(\.element)
      {
        let saved = try JSONDecoder().decode(SavedState<MailState>.self, from: file)
        let store = Mail.Store(state: saved.state, entries: Self.slices)
        try Mail.move(store, to: restoring)
        for action in Self.after { store.dispatch(action) }
        #expect(try store.currentState().text == expected, "saved at \(saving), at \(restoring)")
      }
    }
  }

  private static func restores(_ place: Int) -> Bool {
    #if DEBUG
      return place % 8 == place / 8
    #else
      return true
    #endif
  }

  @Test func aFileWithoutAVersionIsRead() throws {
    let state = MailState()
    state.settings.isMasking = true
    let file = try JSONEncoder().encode(state)
    let saved = try JSONDecoder().decode(SavedState<MailState>.self, from: file)
    #expect(saved.version == nil)
    #expect(saved.state.settings.isMasking)
  }

  @Test func theReleaseBeforeReadsTheFile() async throws {
    let file = try await Self.saved(at: [.migrated, .migrated, .migrated])
    let state = try JSONDecoder().decode(MailState.self, from: file)
    #expect(state.settings.isMasking)
    #expect(state.items.count == 3)
    #expect(try JSONDecoder().decode(SavedState<MailState>.self, from: file).version == 1)
  }

  @Test func propertyListsWorkToo() throws {
    let state = MailState()
    state.settings.isAscending = false
    let file = try PropertyListEncoder().encode(SavedState(state))
    #expect(try !PropertyListDecoder().decode(MailState.self, from: file).settings.isAscending)
    let saved = try PropertyListDecoder().decode(SavedState<MailState>.self, from: file)
    #expect(saved.version == SavedState<MailState>.currentVersion)
    #expect(!saved.state.settings.isAscending)
  }

  @Test(arguments: [0, 2, -1])
  func anUnknownVersionIsRefusedBeforeAnythingElseIsRead(_ version: Int) {
    let file = Data("{\"landbridgeVersion\": \(version), \"settings\": \"of another form\"}".utf8)
    let error = #expect(throws: SavedStateError.self) {
      try JSONDecoder().decode(SavedState<MailState>.self, from: file)
    }
    #expect(error == .unknownVersion(version, newest: 1))
    #expect(
      error?.localizedDescription
        == "The saved state has version \(version), and this release reads versions up to 1. "
        + "A newer release saved it: keep the file, and update the app.")
  }
}
