import Foundation
import ReduxBridge
import ReferenceRedux
import Testing
import ValueRedux

// region: saved
struct SavedApp: Codable, Equatable {
  var theme: ThemeValue
  var notes: [NoteValue]

  init(_ app: AppValue) {
    theme = app.theme
    notes = app.library.notes
  }

  var app: AppValue {
    var app = AppValue()
    app.theme = theme
    app.library.notes = notes
    return app
  }
}
// endregion

/// Saves with the bridge and restores without it.
@Suite @MainActor struct SavingStepTests {
  private let file = FileManager.default.temporaryDirectory
    .appendingPathComponent("notes-\(UUID().uuidString).json")

  @Test func theFirstReleaseWithoutTheBridgeReadsWhatTheLastWithItSaved() throws {
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
    var expected = AppValue()
    expected.theme = ThemeValue(isDark: true, changes: 1)
    expected.library.notes = [NoteValue(id: 1, title: "milk")]
    #expect(newStore.state == expected)
  }

  @Test func aFileIsSavedInTheMiddle() async throws {
    defer { try? FileManager.default.removeItem(at: file) }
    let store = MigrationStore(state: AppState(), entries: AppSlices.entries)
    try store.setStage(.migrated, of: AppSlices.theme)
    try store.setStage(.lead, of: AppSlices.library)
    store.dispatch(.setDark(true))
    // region: save-state
    let autosave = Autosave(of: store, after: .seconds(1)) { state in
      try AutosaveFile(at: file).write(JSONEncoder().encode(SavedState(state)))
    }
    store.dispatch(.addNote(id: 1, title: "milk"))
    store.dispatch(.selectNote(id: 1))
    try await autosave.flush()
    let saved = try JSONDecoder().decode(SavedState<AppState>.self, from: Data(contentsOf: file))
    LibraryValue.projection.write(saved.state, LibraryValue.projection.read(saved.state))
    let restored = MigrationStore(state: saved.state, entries: AppSlices.entries)
    // endregion
    let unlinked = try JSONDecoder().decode(
      SavedState<AppState>.self, from: Data(contentsOf: file)
    ).state.library
    #expect(unlinked.selected !== unlinked.notes.first)
    #expect(unlinked.notes.first?.library == nil)
    #expect(restored.read { $0.theme.isDark && $0.library.selected != nil })
    #expect(restored.read { $0.library.selected === $0.library.notes.first })
    #expect(restored.read { $0.library.notes.map(\.title) } == ["milk"])
    #expect(restored.read { $0.library.notes.first?.library === $0.library })
  }
}
