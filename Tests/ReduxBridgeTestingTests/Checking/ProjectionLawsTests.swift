import ReduxBridge
import ReduxBridgeTesting
import Testing
@testable import BridgeTestApps

/// The law check finds mistakes in projections, and finds none where there is none.
@Suite struct ProjectionLawsTests {
  static func sample() -> DeskState {
    let state = DeskState()
    state.notes = (1...3).map { NoteObject(id: $0, title: "note \($0)") }
    state.selected = state.notes[1]
    state.journal = ["begun"]
    return state
  }

  static let themes = [
    ThemeValue(isManual: true, brightness: 0.25, changes: 7),
    ThemeValue(isManual: false, brightness: 1, changes: 0),
  ]

  static let notes = [
    NotesValue(
      notes: [.init(id: 3, title: "first now"), .init(id: 9, title: "new")], selectedID: 9),
    NotesValue(notes: [], selectedID: nil),
  ]

  @Test func lawfulProjectionsPass() throws {
    let root = Self.sample()
    let (theme, notes) = (Notes.themeProjection, Notes.notesProjection)
    let violations =
      try theme.checkLaws(on: root, values: Self.themes, within: ["theme"])
      + notes.checkLaws(on: root, values: Self.notes, within: ["notes", "selected"])
      + theme.checkLaws(on: root, values: Self.themes)
    #expect(violations == [])
  }

  /// What is found of a projection of the theme with a mistake in one of its parts.
  private static func violations(
    within paths: [String]? = ["theme"],
    read: @escaping @Sendable (DeskState) -> ThemeValue = Notes.themeProjection.read,
    write: @escaping @Sendable (DeskState, ThemeValue) -> Void = Notes.themeProjection.write,
    clear: (@Sendable (DeskState) -> Void)? = nil
  ) throws -> [ProjectionLawViolation] {
    try Projection(read: read, write: write, clear: clear)
      .checkLaws(on: sample(), values: themes, within: paths)
  }

  /// What is found of a projection of the notes that writes something else.
  private static func violations(
    writing write: @escaping @Sendable (DeskState, NotesValue) -> Void
  ) throws -> [ProjectionLawViolation] {
    try Projection(
      read: Notes.notesProjection.read, write: write, clear: Notes.notesProjection.clear
    ).checkLaws(on: sample(), values: notes, within: ["notes", "selected"])
  }

  @Sendable private static func writeJournal(_ state: DeskState, _ value: ThemeValue) {
    Notes.themeProjection.write(state, value)
    state.journal.append("theme written")
  }

  @Test func aMistakeIsFound() throws {
    let elsewhere = try Self.violations(read: {
      ThemeValue(isManual: $0.theme.isManual, brightness: 0.5, changes: $0.theme.changes)
    })
    let counting = try Self.violations(read: { state in
      state.theme.changes += 1
      return Notes.themeProjection.read(state)
    })
    let journal = try Self.violations(write: Self.writeJournal)
    let clearing = try Self.violations(clear: { state in
      state.theme = ThemeObject()
      state.journal = []
    })
    // The selection is no longer the note in the list.
    let newObjects = try Self.violations(writing: { state, value in
      state.notes = value.notes.map { NoteObject(id: $0.id, title: $0.title) }
    })
    let copy = try Self.violations(writing: { state, value in
      Notes.noteList.write(state, value.notes)
      guard value.selectedID != state.selected?.id else { return }
      state.selected = value.notes.first { $0.id == value.selectedID }
        .map { NoteObject(id: $0.id, title: $0.title) }
    })
    let notEncoded = try Projection<Halves.Whole, Int>(
      read: { $0.cache }, write: { _, _ in }, clear: { $0.cache = 5 }
    ).checkLaws(on: Halves.Whole(), values: [])
    for (violations, law) in [
      (elsewhere, .readReturnsWhatWasWritten), (counting, .readIsPure),
      (journal, .writeStaysInside), (clearing, .clearStaysInside),
      (newObjects, .writeOfReadIsIdentity), (copy, .writeRebuildsCleared),
    ] as [([ProjectionLawViolation], ProjectionLaw)] {
      #expect(violations.contains { $0.law == law }, "\(law): \(violations)")
    }
    #expect(notEncoded.map(\.law) == [.readReturnsWhatWasWritten, .pathsAreWritten])
    // Without paths, a write outside is found by what the next one does not restore.
    let anywhere = try Self.violations(within: nil, write: Self.writeJournal)
    #expect(anywhere.contains { $0.law == .writeStaysInside && $0.path.hasPrefix("journal") })
  }

  // MARK: Findings

  @Test func aBrokenLawNamesThePlaceAndBothValues() throws {
    let deaf = Projection<Halves.Part, Int>(read: { $0.count }, write: { _, _ in })
    let violations = try deaf.checkLaws(on: Halves.Part(), values: [3], within: ["count"])
    #expect(
      violations.first?.description.hasPrefix(
        "read returns what was written: as a whole: expected 3") == true)
    let other = try Projection(\Halves.Part.count)
      .checkLaws(on: Halves.Part(), values: [3], within: ["cou"])
    #expect(other.map(\.law) == [.writeStaysInside, .pathsAreWritten])
    // Writing makes a new object for the selected one, which was one of the notes.
    let projection = Projection<DeskState, String>(
      read: { $0.selected?.title ?? "" },
      write: { $0.selected = NoteObject(id: 2, title: $1) })
    #expect(
      try projection.checkLaws(on: Self.sample(), values: []).map(\.description) == [
        "writing what was read changes nothing: at selected: "
          + "expected one object here and at notes.1, found two objects",
        "each path of the slice is written: as a whole: expected a value to write, found none",
      ])
  }
}
