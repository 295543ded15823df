import ReduxBridge
import Testing
@testable import BridgeTestApps

@Suite struct ProjectionTests {
  static func state(_ ids: Int...) -> DeskState {
    let state = DeskState()
    state.notes = ids.map { NoteObject(id: $0, title: "note \($0)") }
    return state
  }

  @Test func aListKeepsTheObjectsWhoseIDsRemain() {
    let state = Self.state(1, 2, 3)
    let before = state.notes
    Notes.noteList.write(
      state,
      [.init(id: 3, title: "c"), .init(id: 4, title: "d"), .init(id: 1, title: "a")])
    #expect(state.notes.map(\.title) == ["c", "d", "a"])
    #expect(state.notes[0] === before[2])
    #expect(state.notes[2] === before[0])
  }

  @Test func aListKeepsTheOrderOfObjectsWithTheSameID() {
    let state = Self.state(1, 1, 2)
    let before = state.notes
    Notes.noteList.write(
      state,
      [.init(id: 2, title: "c"), .init(id: 1, title: "a"), .init(id: 1, title: "b")])
    #expect(state.notes[1] === before[0])
    #expect(state.notes[2] === before[1])
    #expect(state.notes.map(\.title) == ["c", "a", "b"])
  }

  @Test func anOptionalKeepsTheObjectThatStandsThere() {
    let note = Projection<NoteObject, String>(read: { $0.title }, write: { $0.title = $1 })
    let selected = Projection<DeskState, String?>.optional(\.selected, note) {
      NoteObject(id: 0, title: $0)
    }
    let state = Self.state(1)
    state.selected = state.notes[0]
    selected.write(state, "renamed")
    #expect(state.notes[0].title == "renamed")
    selected.write(state, nil)
    #expect(state.selected == nil)
    selected.write(state, "made")
    #expect(selected.read(state) == "made")
  }

  @Test func twoSlicesJoinIntoOne() {
    struct Both: Equatable {
      var theme: ThemeValue
      var notes: NotesValue
    }
    let both = Notes.themeProjection.zip(
      Notes.notesProjection, first: \Both.theme, second: \Both.notes, join: Both.init)
    let state = Self.state(1, 2)
    var value = both.read(state)
    value.theme.brightness = 0.1
    value.notes.notes.removeFirst()
    both.write(state, value)
    #expect(both.read(state) == value)
    #expect(state.theme.brightness == 0.1)
    both.clear?(state)
    #expect(state.notes.isEmpty)
    #expect(state.theme.brightness == 0.1)
  }

  @Test func aProjectionIsSeenFromAnOuterObject() {
    let brightness = Projection<ThemeObject, Double>(\.brightness, clearingTo: 0)
    let inState = brightness.at(\DeskState.theme)
    let state = DeskState()
    inState.write(state, 0.75)
    #expect(state.theme.brightness == 0.75)
    inState.clear?(state)
    #expect(inState.read(state) == 0)
  }

  @Test func aProjectionMapsToAnotherForm() {
    let percent = Projection<ThemeObject, Double>(\.brightness)
      .map({ Int(($0 * 100).rounded()) }, back: { Double($0) / 100 })
    let theme = ThemeObject()
    percent.write(theme, 30)
    #expect(theme.brightness == 0.3)
    #expect(percent.read(theme) == 30)
  }
}
