import ObjectGraph
import ReduxBridge
import ReferenceRedux
import StoreContract
import Testing
import ValueRedux
@testable import BridgeTestApps

@Suite struct ProjectionTests {
  static func state(_ ids: [Int]) -> DeskState {
    let state = DeskState()
    state.notes = ids.map { NoteObject(id: $0, title: "note \($0)") }
    return state
  }

  /// Those with the same id stay in order.
  @Test func aListKeepsTheObjectsWhoseIDsRemain() {
    for (ids, written, kept) in [
      ([1, 2, 3], [(3, "c"), (4, "d"), (1, "a")], [2, nil, 0]),
      ([1, 1, 2], [(2, "c"), (1, "a"), (1, "b")], [2, 0, 1]),
    ] as [([Int], [(Int, String)], [Int?])] {
      let state = Self.state(ids)
      let before = state.notes
      Notes.noteList.write(state, written.map { .init(id: $0, title: $1) })
      #expect(state.notes.map(\.title) == written.map { $1 })
      #expect(state.notes.map { note in before.firstIndex { $0 === note } } == kept)
    }
  }

  @Test func anOptionalKeepsTheObjectThatStandsThere() {
    let note = Projection<NoteObject, String>(read: { $0.title }, write: { $0.title = $1 })
    let selected = Projection<DeskState, String?>.optional(\.selected, note) {
      NoteObject(id: 0, title: $0)
    }
    let state = Self.state([1])
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
    let state = Self.state([1, 2])
    var value = both.read(state)
    value.theme.brightness = 0.1
    value.notes.notes.removeFirst()
    both.write(state, value)
    #expect(both.read(state) == value)
    let plain = Projection(
      read: Notes.themeProjection.read, write: Notes.themeProjection.write)
    let pair = plain.zip(plain, first: \[ThemeValue].[0], second: \.[1], join: { [$0, $1] })
    #expect(pair.clear == nil)
    both.clear?(state)
    #expect(both.read(state) == Both(theme: value.theme, notes: NotesValue()))
  }

  @Test func aProjectionIsSeenFromAnOuterObjectAndInAnotherForm() {
    let percent = Projection<ThemeObject, Double>(\.brightness, clearingTo: 0)
      .at(\DeskState.theme).map({ Int(($0 * 100).rounded()) }, back: { Double($0) / 100 })
    let state = DeskState()
    percent.write(state, 30)
    #expect(state.theme.brightness == 0.3)
    #expect(percent.read(state) == 30)
    percent.clear?(state)
    #expect(percent.read(state) == 0)
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
