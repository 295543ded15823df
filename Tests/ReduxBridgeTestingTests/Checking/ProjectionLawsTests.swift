import ReduxBridge
import Testing
import ValueRedux
@testable import BridgeTestApps
@testable import ReduxBridgeTesting

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

  /// What is found of a projection and some values by the part of a check that is about laws.
  private static func violations<State: AnyObject & Codable, Value: Equatable & Sendable>(
    of projection: Projection<State, Value>, on root: State, values: [Value]
  ) throws -> [Finding] {
    let slice = StateSlice<State, Int, Value>(
      "slice", projection: projection, legacy: [], reducer: Reducer { _, _ in }
    ).listed.footprint
    var laws = LawCheck([slice], on: root, Redactor())
    try laws.checkPresentValue(of: slice)
    for value in values { try laws.checkWriting(value, to: slice) }
    return laws.findings
  }

  @Test func lawfulProjectionsPass() throws {
    let root = Self.sample()
    #expect(try Self.violations(of: Notes.themeProjection, on: root, values: Self.themes) == [])
    #expect(try Self.violations(of: Notes.notesProjection, on: root, values: Self.notes) == [])
  }

  /// What is found of a projection of the theme with a mistake in one of its parts.
  private static func violations(
    read: @escaping @Sendable (DeskState) -> ThemeValue = Notes.themeProjection.read,
    write: @escaping @Sendable (DeskState, ThemeValue) -> Void = Notes.themeProjection.write,
    clear: (@Sendable (DeskState) -> Void)? = nil
  ) throws -> [Finding] {
    try violations(
      of: Projection(read: read, write: write, clear: clear), on: sample(), values: themes)
  }

  /// What is found of a projection of the notes that writes something else.
  private static func violations(
    writing write: @escaping @Sendable (DeskState, NotesValue) -> Void
  ) throws -> [Finding] {
    let projection = Projection(
      read: Notes.notesProjection.read, write: write, clear: Notes.notesProjection.clear)
    return try violations(of: projection, on: sample(), values: notes)
  }

  @Test func aMistakeIsFound() throws {
    let elsewhere = try Self.violations(read: {
      ThemeValue(isManual: $0.theme.isManual, brightness: 0.5, changes: $0.theme.changes)
    })
    let counting = try Self.violations(read: { state in
      state.theme.changes += 1
      return Notes.themeProjection.read(state)
    })
    let journal = try Self.violations(write: { state, value in
      Notes.themeProjection.write(state, value)
      state.journal.append("theme written")
    })
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
    let notEncoded = try Self.violations(
      of: Projection<Halves.Whole, Int>(
        read: { $0.cache }, write: { _, _ in }, clear: { $0.cache = 5 }),
      on: Halves.Whole(), values: [])
    for (findings, law) in [
      (elsewhere, "read returns what was written"), (counting, "reading changes nothing"),
      (journal, "writing another value and the former one again changes nothing"),
      (clearing, "write rebuilds what was cleared"),
      (newObjects, "writing what was read changes nothing"),
      (copy, "write rebuilds what was cleared"),
    ] {
      #expect(findings.contains { $0.other == law }, "\(law): \(findings)")
    }
    #expect(notEncoded.map(\.other) == ["read returns what was written"])
  }

  // MARK: Findings

  @Test func aBrokenLawNamesThePlaceAndBothValues() throws {
    let deaf = Projection<Halves.Part, Int>(read: { $0.count }, write: { _, _ in })
    #expect(
      try Self.violations(of: deaf, on: Halves.Part(), values: [3]).map(\.description) == [
        "slice: the projection breaks a law, at the whole: read returns what was written"
      ])
    // Writing makes a new object for the selected one, which was one of the notes.
    let projection = Projection<DeskState, String>(
      read: { $0.selected?.title ?? "" },
      write: { $0.selected = NoteObject(id: 2, title: $1) })
    #expect(
      try Self.violations(of: projection, on: Self.sample(), values: []).map(\.description) == [
        "slice: the projection breaks a law, at selected: writing what was read changes nothing: "
          + "expected one object here and at notes.1, found two objects"
      ])
  }

  /// A check looks at the values that it is given, and at the value that the state has.
  @Test func aCheckTriesTheValuesThatItIsGiven() throws {
    let slice = StateSlice<DeskState, DeskAction, ThemeValue>(
      "theme",
      projection: Projection(read: Notes.themeProjection.read) { state, value in
        state.theme.isManual = value.isManual
        state.theme.changes = value.changes
        if value.brightness != 0.25 { state.theme.brightness = value.brightness }
      }, legacy: [], reducer: Reducer { _, _ in })
    let check = ParityCheck([.slice(slice)]) { Self.sample() }
    #expect(try check.findings(after: []) == [])
    let found = try check.trying(Self.themes, of: slice).run(.list([]))
    #expect(found.findings.map(\.path) == ["brightness"])
    let gate = slice.gate(
      Gate(compared: 0, changed: 0, everyActionType: false, laws: true))
    #expect(gate.unmetDemands(in: found.ledger).joined().contains("law: theme: the projection"))
  }
}
