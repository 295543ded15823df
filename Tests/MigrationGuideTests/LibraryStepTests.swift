import Foundation
import ReduxBridge
import ReduxBridgeTesting
import ReferenceRedux
import Testing
import ValueRedux

// region: library-value
struct NoteValue: Codable, Equatable, Sendable, Identifiable {
  let id: Int
  var title: String
}

struct LibraryValue: Equatable, Sendable {
  var notes: [NoteValue] = []
  var selectedID: Int?
  var isSyncing = false
}

extension LibraryValue {
  static let reducer = Reducer<LibraryValue, AppAction> { library, action in
    switch action {
    case .addNote(let id, let title):
      library.notes.append(NoteValue(id: id, title: title))
    case .selectNote(let id):
      library.selectedID = library.notes.contains { $0.id == id } ? id : nil
    case .syncTapped:
      library.isSyncing = true
    case .synced(let titles):
      library.isSyncing = false
      for title in titles {
        library.notes.append(NoteValue(id: library.notes.count + 1, title: title))
      }
    default:
      break
    }
  }
}
// endregion

// region: library-projection
extension LibraryValue {
  static let projection = Projection<AppState, LibraryValue>(
    read: { state in
      LibraryValue(
        notes: notes.read(state), selectedID: state.library.selected?.id,
        isSyncing: state.library.isSyncing)
    },
    write: { state, value in
      notes.write(state, value.notes)
      let library = state.library
      for note in library.notes { note.library = library }
      library.selected = library.notes.first { $0.id == value.selectedID }
      library.isSyncing = value.isSyncing
    })

  private static let notes = Projection<AppState, [NoteValue]>.list(
    \.library.notes, objectID: \.id, valueID: \.id,
    element: Projection<Note, NoteValue>(
      read: { NoteValue(id: $0.id, title: $0.title) },
      write: { $0.title = $1.title }),
    make: { Note(id: $0.id, title: $0.title) })
}
// endregion

// region: routes-slice
struct RoutesValue: Equatable, Sendable {
  var routes: [Route] = [.list]
}

extension RoutesValue {
  static let reducer = Reducer<RoutesValue, AppAction> { stack, action in
    switch action {
    case .show(let route): stack.routes.append(route)
    case .back where stack.routes.count > 1: stack.routes.removeLast()
    default: break
    }
  }

  static let projection = Projection<AppState, RoutesValue>(
    read: { RoutesValue(routes: $0.routes.routes) },
    write: { $0.routes.routes = $1.routes })
}
// endregion

// region: all-slices
extension AppSlices {
  static let library = StateSlice(
    "library", projection: LibraryValue.projection, legacy: [AppReducers.library],
    reducer: LibraryValue.reducer)

  static let routes = StateSlice(
    "routes", projection: RoutesValue.projection, legacy: [AppReducers.routes],
    reducer: RoutesValue.reducer)

  static let entries: [MigrationEntry<AppState, AppAction>] = [
    .slice(theme), .slice(library), .slice(routes), .slice(windows),
  ]
}
// endregion

/// Runs the code of step 11 and its pages.
@Suite struct LibraryStepTests {
  @Test func theSlicesAgreeAndTheirProjectionsObeyTheirLaws() throws {
    let windowIDs = [UUID(), UUID()]
    let notes = [NoteValue(id: 2, title: "eggs"), NoteValue(id: 1, title: "oat milk")]
    var windows = WindowsValue()
    windows.screens.show(NoteScreen(window: UUID(), noteID: 3))
    windows.screens.show(NoteScreen(window: windowIDs[0], noteID: 4, isEditing: true))
    let library = LibraryValue(notes: notes, selectedID: 2, isSyncing: true)
    let check = ParityCheck(AppSlices.entries) {
      let state = AppState()
      let milk = Note(id: 1, title: "milk", library: state.library)
      state.library.notes = [milk]
      state.library.selected = milk
      state.windows = windowIDs.enumerated().map { NoteWindow(id: $1, noteID: $0 + 1) }
      return state
    }
    let report =
      try check.trying([library], of: AppSlices.library)
      .trying([RoutesValue(routes: [.list, .note(1)])], of: AppSlices.routes)
      .trying([windows], of: AppSlices.windows)
      .run(
        .list([
          .addNote(id: 2, title: "rye"), .selectNote(id: 2), .synced(["tea"]), .show(.note(2)),
        ]))
    #expect(report.findings == [])
    #expect(report.ledger.total(of: AppSlices.library).matched == 4)
  }
}
