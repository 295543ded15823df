import Foundation
import ObjectGraph
import ReferenceRedux

// The app of Migration.md after step 1.

// region: state
final class AppState: Codable {
  var theme = ThemeSettings()
  var library = Library()
  var routes = RouteStack()
  var windows: [NoteWindow] = []
}

final class ThemeSettings: Codable {
  var isDark = false
  var changes = 0
}

final class Library: Codable {
  var notes: [Note] = []
  var selected: Note?
  var isSyncing = false
}

final class Note: Codable {
  let id: Int
  var title: String
  @BackReference var library: Library?

  init(id: Int, title: String, library: Library? = nil) {
    self.id = id
    self.title = title
    self.library = library
  }
}

final class RouteStack: Codable {
  var routes: [Route] = [.list]
}

enum Route: Codable, Equatable, Sendable {
  case list, settings
  case note(Int)
}

final class NoteWindow: Codable {
  let id: UUID
  var noteID: Int
  var isEditing = false

  init(id: UUID, noteID: Int) {
    self.id = id
    self.noteID = noteID
  }
}
// endregion

// region: actions
enum AppAction: Equatable, Sendable {
  case setDark(Bool)
  case addNote(id: Int, title: String)
  case selectNote(id: Int)
  case syncTapped
  case synced([String])
  case show(Route)
  case back
  case openWindow(UUID, noteID: Int)
  case closeWindow(UUID)
  case edit(window: UUID)
  case lockAll
}
// endregion

extension AppAction: Codable {}

// region: blocks
enum AppReducers {
  static let theme: ReduceBlock<AppState, AppAction> = { state, action in
    guard case .setDark(let isDark) = action else { return }
    state.theme.isDark = isDark
    state.theme.changes += 1
  }

  static let routes: ReduceBlock<AppState, AppAction> = { state, action in
    switch action {
    case .show(let route): state.routes.routes.append(route)
    case .back where state.routes.routes.count > 1: state.routes.routes.removeLast()
    default: break
    }
  }
}
// endregion

// region: library-block
extension AppReducers {
  static let library: ReduceBlock<AppState, AppAction> = { state, action in
    let library = state.library
    switch action {
    case .addNote(let id, let title):
      library.notes.append(Note(id: id, title: title, library: library))
    case .selectNote(let id):
      library.selected = library.notes.first { $0.id == id }
    case .syncTapped:
      library.isSyncing = true
    case .synced(let titles):
      library.isSyncing = false
      for title in titles {
        let note = Note(id: library.notes.count + 1, title: title, library: library)
        library.notes.append(note)
      }
    default:
      break
    }
  }
}
// endregion

// region: windows-block
extension AppReducers {
  static let windows: ReduceBlock<AppState, AppAction> = { state, action in
    switch action {
    case .openWindow(let id, let noteID):
      state.windows.append(NoteWindow(id: id, noteID: noteID))
    case .closeWindow(let id):
      state.windows.removeAll { $0.id == id }
    case .edit(let id):
      for window in state.windows where window.id == id { window.isEditing = true }
    case .lockAll:
      for window in state.windows { window.isEditing = false }
    default:
      break
    }
  }
}
// endregion
