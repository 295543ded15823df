import ReduxBridge
import ReferenceRedux
import ValueRedux

/// The reference state of the tests: a theme, notes of which one is selected, and a journal.
final class NotesState: Codable {
  var theme = ThemeObject()
  var notes: [NoteObject] = []
  var selected: NoteObject?
  var journal: [String] = []

  /// All that the state says, the sharing of the selected note included.
  func text() -> String {
    let list = notes.map { "\($0.id) \($0.title)" }
    let place = notes.firstIndex { $0 === selected }
    return "\(theme.isManual) \(theme.brightness) \(theme.changes) \(list) "
      + "\(place.map { "\($0)" } ?? "-") \(selected?.title ?? "-") \(journal)"
  }
}

final class ThemeObject: Codable {
  var isManual = false
  var brightness = 0.5
  var changes = 0
}

final class NoteObject: Codable {
  let id: Int
  var title: String

  init(id: Int, title: String) {
    self.id = id
    self.title = title
  }
}

/// The value of the theme slice.
struct ThemeValue: Equatable, Sendable {
  var isManual = false
  var brightness = 0.5
  var changes = 0
}

/// The value of the notes slice.
struct NotesValue: Equatable, Sendable {
  struct Note: Equatable, Sendable, Identifiable {
    var id: Int
    var title: String
  }

  var notes: [Note] = []
  var selectedID: Int?
}

enum NotesAction: Sendable, Equatable {
  case setManual(Bool)
  case setBrightness(Double)
  case add(id: Int, title: String)
  case rename(id: Int, to: String)
  case remove(id: Int)
  case select(id: Int?)
  case log(String)
}

enum Notes {
  // MARK: Reduce blocks

  static let themeBlock: ReduceBlock<NotesState, NotesAction> = { state, action in
    switch action {
    case .setManual(let isManual): state.theme.isManual = isManual
    case .setBrightness(let brightness): state.theme.brightness = min(1, max(0, brightness))
    default: return
    }
    state.theme.changes += 1
  }

  static let notesBlock: ReduceBlock<NotesState, NotesAction> = { state, action in
    switch action {
    case .add(let id, let title):
      guard !state.notes.contains(where: { $0.id == id }) else { return }
      state.notes.append(NoteObject(id: id, title: title))
    case .rename(let id, let title):
      state.notes.first { $0.id == id }?.title = title
    case .remove(let id):
      state.notes.removeAll { $0.id == id }
      if state.selected?.id == id { state.selected = nil }
    case .select(let id):
      state.selected = state.notes.first { $0.id == id }
    default: break
    }
  }

  static let journalBlock: ReduceBlock<NotesState, NotesAction> = { state, action in
    if case .log(let line) = action { state.journal.append(line) }
  }

  // MARK: Reducers

  static func reduceTheme(_ theme: inout ThemeValue, _ action: NotesAction) {
    switch action {
    case .setManual(let isManual): theme.isManual = isManual
    case .setBrightness(let brightness): theme.brightness = min(1, max(0, brightness))
    default: return
    }
    theme.changes += 1
  }

  static func reduceNotes(_ value: inout NotesValue, _ action: NotesAction) {
    switch action {
    case .add(let id, let title):
      guard !value.notes.contains(where: { $0.id == id }) else { return }
      value.notes.append(.init(id: id, title: title))
    case .rename(let id, let title):
      guard let index = value.notes.firstIndex(where: { $0.id == id }) else { return }
      value.notes[index].title = title
    case .remove(let id):
      value.notes.removeAll { $0.id == id }
      if value.selectedID == id { value.selectedID = nil }
    case .select(let id):
      value.selectedID = value.notes.contains { $0.id == id } ? id : nil
    default: break
    }
  }

  // MARK: Projections

  static let themeProjection = Projection<NotesState, ThemeValue>(
    read: { state in
      ThemeValue(
        isManual: state.theme.isManual, brightness: state.theme.brightness,
        changes: state.theme.changes)
    },
    write: { state, value in
      state.theme.isManual = value.isManual
      state.theme.brightness = value.brightness
      state.theme.changes = value.changes
    })

  static let noteList = Projection<NotesState, [NotesValue.Note]>.list(
    \.notes,
    objectID: { $0.id },
    valueID: { $0.id },
    element: Projection(
      read: { NotesValue.Note(id: $0.id, title: $0.title) },
      write: { $0.title = $1.title }),
    make: { NoteObject(id: $0.id, title: $0.title) })

  static let notesProjection = Projection<NotesState, NotesValue>(
    read: { NotesValue(notes: noteList.read($0), selectedID: $0.selected?.id) },
    write: { state, value in
      noteList.write(state, value.notes)
      state.selected = state.notes.first { $0.id == value.selectedID }
    },
    clear: { state in
      state.notes = []
      state.selected = nil
    })

  // MARK: Slices

  static func theme(
    _ reduce: @escaping @Sendable (inout ThemeValue, NotesAction) -> Void = reduceTheme
  ) -> StateSlice<NotesState, NotesAction, ThemeValue> {
    StateSlice(
      "theme", projection: themeProjection, legacy: [themeBlock], reducer: Reducer(reduce))
  }

  static func notes(
    _ reduce: @escaping @Sendable (inout NotesValue, NotesAction) -> Void = reduceNotes
  ) -> StateSlice<NotesState, NotesAction, NotesValue> {
    StateSlice(
      "notes", projection: notesProjection, legacy: [notesBlock], reducer: Reducer(reduce))
  }

  static func store(
    theme: StateSlice<NotesState, NotesAction, ThemeValue> = theme(),
    notes: StateSlice<NotesState, NotesAction, NotesValue> = notes(),
    parity: ParityOptions<NotesAction> = ParityOptions()
  ) -> MigrationStore<NotesState, NotesAction> {
    MigrationStore(
      state: NotesState(),
      entries: [.slice(theme), .slice(notes), .blocks([journalBlock])],
      parity: parity)
  }
}

extension NotesAction {
  static func random(using generator: inout some RandomNumberGenerator) -> NotesAction {
    let id = Int.random(in: 0..<8, using: &generator)
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: return .setManual(Bool.random(using: &generator))
    case 1: return .setBrightness(Double.random(in: -0.5...1.5, using: &generator))
    case 2: return .add(id: id, title: "note \(id)")
    case 3: return .rename(id: id, to: "renamed \(Int.random(in: 0..<9, using: &generator))")
    case 4: return .remove(id: id)
    case 5: return .select(id: Bool.random(using: &generator) ? id : nil)
    default: return .log("line \(id)")
    }
  }
}
