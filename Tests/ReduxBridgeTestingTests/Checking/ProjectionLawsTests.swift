import Foundation
import ReduxBridge
import ReduxBridgeTesting
import ReferenceRedux
import Testing
import ValueRedux
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

  /// A mistake in a projection, and the law that it breaks.
  struct Mistake: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let law: ProjectionLaw
    let check: @Sendable () throws -> [ProjectionLawViolation]

    static func theme(
      _ name: String, breaks law: ProjectionLaw,
      read: @escaping @Sendable (DeskState) -> ThemeValue = Notes.themeProjection.read,
      write: @escaping @Sendable (DeskState, ThemeValue) -> Void = Notes.themeProjection.write,
      clear: (@Sendable (DeskState) -> Void)? = nil
    ) -> Mistake {
      Mistake(testDescription: name, law: law) {
        try Projection(read: read, write: write, clear: clear)
          .checkLaws(on: sample(), values: themes, within: ["theme"])
      }
    }

    static func notes(
      _ name: String, breaks law: ProjectionLaw,
      write: @escaping @Sendable (DeskState, NotesValue) -> Void
    ) -> Mistake {
      let (read, clear) = (Notes.notesProjection.read, Notes.notesProjection.clear)
      return Mistake(testDescription: name, law: law) {
        try Projection(read: read, write: write, clear: clear)
          .checkLaws(
            on: sample(), values: ProjectionLawsTests.notes, within: ["notes", "selected"])
      }
    }
  }

  static let mistakes: [Mistake] = [
    .theme(
      "a field is read from somewhere else", breaks: .readReturnsWhatWasWritten,
      read: { .init(isManual: $0.theme.isManual, brightness: 0.5, changes: $0.theme.changes) }),
    .theme(
      "reading counts", breaks: .readIsPure,
      read: { state in
        state.theme.changes += 1
        return Notes.themeProjection.read(state)
      }),
    .theme(
      "writing keeps a journal", breaks: .writeStaysInside,
      write: { state, value in
        Notes.themeProjection.write(state, value)
        state.journal.append("theme written")
      }),
    .theme(
      "clearing clears too much", breaks: .clearStaysInside,
      clear: { state in
        state.theme = ThemeObject()
        state.journal = []
      }),
    .notes(
      "writing makes new objects, so that the selection is no longer the note in the list",
      breaks: .writeOfReadIsIdentity,
      write: { state, value in
        state.notes = value.notes.map { NoteObject(id: $0.id, title: $0.title) }
      }),
    .notes(
      "the selection becomes a copy", breaks: .writeRebuildsCleared,
      write: { state, value in
        Notes.noteList.write(state, value.notes)
        guard value.selectedID != state.selected?.id else { return }
        state.selected = value.notes.first { $0.id == value.selectedID }
          .map { NoteObject(id: $0.id, title: $0.title) }
      }),
  ]

  @Test(arguments: mistakes)
  func aMistakeIsFound(_ mistake: Mistake) throws {
    let violations = try mistake.check()
    #expect(violations.contains { $0.law == mistake.law }, "\(violations)")
  }

  @Test func withoutPathsAWriteOutsideIsFoundByWhatItDoesNotRestore() throws {
    let projection = Projection<DeskState, ThemeValue>(
      read: Notes.themeProjection.read,
      write: { state, value in
        Notes.themeProjection.write(state, value)
        state.journal.append("theme written")
      })
    let violations = try projection.checkLaws(on: Self.sample(), values: Self.themes)
    #expect(violations.contains { $0.law == .writeStaysInside && $0.path.hasPrefix("journal") })
  }
}

// MARK: Findings

extension ProjectionLawsTests {
  @Test func whatIsNotEncodedIsRebuiltAfterAClear() throws {
    let projection = Projection<Halves.Whole, Int>(
      read: { $0.cache }, write: { _, _ in }, clear: { $0.cache = 5 })
    let violations = try projection.checkLaws(on: Halves.Whole(), values: [])
    #expect(violations.map(\.law) == [.readReturnsWhatWasWritten])
  }

  @Test func aBrokenLawNamesBothValues() throws {
    let deaf = Projection<Halves.Part, Int>(read: { $0.count }, write: { _, _ in })
    let violations = try deaf.checkLaws(on: Halves.Part(), values: [3], within: ["count"])
    #expect(
      violations.first?.description.hasPrefix(
        "read returns what was written: as a whole: expected 3") == true)
    let other = try Projection(\Halves.Part.count)
      .checkLaws(on: Halves.Part(), values: [3], within: ["cou"])
    #expect(other.map(\.law) == [.writeStaysInside, .pathsAreWritten])
  }

  @Test func aBrokenLawAboutSharingSaysWhichPathsAreNoLongerOneObject() throws {
    // Writing makes a new object for the selected one, which was one of the notes.
    let projection = Projection<DeskState, String>(
      read: { $0.selected?.title ?? "" },
      write: { $0.selected = NoteObject(id: 2, title: $1) })
    #expect(
      try projection.checkLaws(on: Self.sample(), values: []).map(\.description) == [
        "writing what was read changes nothing: at selected: "
          + "expected one object here and at notes.1, found two objects"
      ])
  }
}
