import ObjectGraph
import ReduxBridge
import ReferenceRedux
import StoreContract
import Testing
import ValueRedux
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
    let plain = Projection(
      read: Notes.themeProjection.read, write: Notes.themeProjection.write)
    let pair = plain.zip(plain, first: \[ThemeValue].[0], second: \.[1], join: { [$0, $1] })
    #expect(pair.clear == nil)
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

@Suite struct AdapterTests {
  @Test func aLiftedReducerWritesOnlyWhatItChanged() {
    let writes = Counter()
    let projection = Projection<DeskState, ThemeValue>(
      read: Notes.themeProjection.read,
      write: { state, value in
        writes.increment()
        Notes.themeProjection.write(state, value)
      })
    let block = projection.reduceBlock(Reducer(Notes.reduceTheme))
    let state = DeskState()
    block(state, .log("not for the theme"))
    #expect(writes.value == 0)
    block(state, .setManual(true))
    #expect(writes.value == 1)
  }

  @Test @MainActor func oldBlocksRunInsideTheNewStoreInPlace() throws {
    let store = ValueStore(
      initialState: CopyOnWrite(DeskState()),
      reducer: Reducer<CopyOnWrite<DeskState>, DeskAction>.hosting(
        [Notes.notesBlock, Notes.themeBlock]) { error, _ in Issue.record(error) })
    store.dispatch(.add(id: 1, title: "one"))
    let identity = store.state.read { ObjectIdentifier($0) }
    store.dispatch(.rename(id: 1, to: "two"))
    #expect(store.state.read { ObjectIdentifier($0) } == identity)
    #expect(store.state.read { $0.notes.map(\.title) } == ["two"])
  }

  @Test @MainActor func whenACopyFailsTheOldStateStaysAndTheHandlerHearsOfIt() throws {
    let failures = LegacyRecorder<Int>()
    let store = ValueStore(
      initialState: CopyOnWrite(StubbornState()),
      reducer: Reducer<CopyOnWrite<StubbornState>, Int>.hosting([{ $0.count += $1 }]) { _, action in
        failures.record(action)
      })
    store.dispatch(1)
    let held = store.state
    store.dispatch(2)
    #expect(failures.values == [2])
    #expect(held.read { $0.count } == 1)
    #expect(store.state.read { $0.count } == 1)
  }

  /// A state that cannot be copied once it has counted.
  final class StubbornState: Codable {
    var count = 0

    init() {}

    init(from decoder: any Decoder) throws {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "This state refuses to be copied."))
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(count)
    }
  }
}
