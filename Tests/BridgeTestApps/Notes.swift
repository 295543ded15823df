import ReduxBridge
import ReferenceRedux
import ValueRedux

/// The theme and the notes of the desk as two slices, and a journal that is unclaimed.
enum Notes {
  // MARK: Reduce blocks, which keep the objects

  static let themeBlock: ReduceBlock<DeskState, DeskAction> = { reduceTheme(&$0.theme, $1) }

  static let notesBlock: ReduceBlock<DeskState, DeskAction> =
    notesProjection.reduceBlock(Reducer(reduceNotes))

  static let journalBlock: ReduceBlock<DeskState, DeskAction> = { state, action in
    if case .log(let line) = action { state.journal.append(line) }
  }

  // MARK: Reducers

  @Sendable static func reduceTheme(_ theme: inout some ThemeFields, _ action: DeskAction) {
    switch action {
    case .setManual(let isManual): theme.isManual = isManual
    case .setBrightness(let brightness): theme.brightness = min(1, max(0, brightness))
    default: return
    }
    theme.changes += 1
  }

  @Sendable static func reduceNotes(_ value: inout some NotesFields, _ action: DeskAction) {
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

  static let themeProjection = Projection<DeskState, ThemeValue>(
    read: { state in
      ThemeValue(
        isManual: state.theme.isManual, brightness: state.theme.brightness,
        changes: state.theme.changes)
    },
    write: { writeTheme($0, $1) })

  static func writeTheme(_ state: DeskState, _ value: some ThemeFields) {
    state.theme.isManual = value.isManual
    state.theme.brightness = value.brightness
    state.theme.changes = value.changes
  }

  static let noteList = Projection<DeskState, [NotesValue.Note]>.list(
    \.notes,
    objectID: { $0.id },
    valueID: { $0.id },
    element: Projection(
      read: { NotesValue.Note(id: $0.id, title: $0.title) },
      write: { $0.title = $1.title }),
    make: { NoteObject(id: $0.id, title: $0.title) })

  static let notesProjection = Projection<DeskState, NotesValue>(
    read: { NotesValue(notes: noteList.read($0), selectedID: $0.selected?.id) },
    write: { writeNotes($0, $1) },
    clear: { state in
      state.notes = []
      state.selected = nil
    })

  static func writeNotes(_ state: DeskState, _ value: some NotesFields) {
    noteList.write(state, value.notes)
    state.selected = state.notes.first { $0.id == value.selectedID }
  }

  // MARK: Slices

  static func theme(
    _ reduce: @escaping @Sendable (inout ThemeValue, DeskAction) -> Void = reduceTheme
  ) -> StateSlice<DeskState, DeskAction, ThemeValue> {
    StateSlice(
      "theme", projection: themeProjection, legacy: [themeBlock], reducer: Reducer(reduce))
  }

  static func notes(
    _ reduce: @escaping @Sendable (inout NotesValue, DeskAction) -> Void = reduceNotes
  ) -> StateSlice<DeskState, DeskAction, NotesValue> {
    StateSlice(
      "notes", projection: notesProjection, legacy: [notesBlock], reducer: Reducer(reduce))
  }

  static func store(
    theme: StateSlice<DeskState, DeskAction, ThemeValue> = theme(),
    notes: StateSlice<DeskState, DeskAction, NotesValue> = notes(),
    parity: ParityOptions<DeskAction> = ParityOptions()
  ) -> MigrationStore<DeskState, DeskAction> {
    MigrationStore(
      state: DeskState(),
      entries: [.slice(theme), .slice(notes), .blocks([journalBlock])],
      parity: parity)
  }
}
