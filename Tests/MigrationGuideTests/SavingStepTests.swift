import Foundation
import ReduxBridge
import ReferenceRedux
import Testing
import ValueRedux

// region: saved
struct SavedApp: Codable, Equatable {
  var theme: ThemeValue
  var notes: [NoteValue]
  var selectedID: Int?

  init(_ app: AppValue) {
    theme = app.theme
    notes = app.library.notes
    selectedID = app.library.selectedID
  }

  var app: AppValue {
    var app = AppValue()
    app.theme = theme
    app.library.notes = notes
    app.library.selectedID = selectedID
    return app
  }
}
// endregion

/// Saves with the bridge and restores without it.
@Suite @MainActor struct SavingStepTests {
  @Test func theFirstReleaseWithoutTheBridgeReadsWhatTheLastWithItSaved() throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("notes-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    let store = MigrationStore(state: AppState(), entries: AppSlices.entries)
    store.dispatch(.setDark(true))
    store.dispatch(.addNote(id: 1, title: "milk"))
    store.dispatch(.selectNote(id: 1))
    store.dispatch(.syncTapped)
    #expect(throws: MigrationError.self) { try store.collect { SavedApp(AppValue($0)) } }
    for name in store.stages.keys { try store.setStage(.migrated, ofSliceNamed: name) }
    // region: save
    let saved = try store.collect { SavedApp(AppValue($0)) }
    try AutosaveFile(at: file).write(JSONEncoder().encode(saved))
    // endregion
    // region: restore
    let data = try Data(contentsOf: file)
    let restored = try JSONDecoder().decode(SavedApp.self, from: data)
    let newStore = ValueStore(initialState: restored.app, reducer: AppValue.reducer)
    #expect(SavedApp(newStore.state) == saved)
    // endregion
    #expect(newStore.state.theme == ThemeValue(isDark: true, changes: 1))
    #expect(newStore.state.library.notes == [NoteValue(id: 1, title: "milk")])
    #expect(newStore.state.library.selectedID == 1)
    #expect(!newStore.state.library.isSyncing)
  }
}
