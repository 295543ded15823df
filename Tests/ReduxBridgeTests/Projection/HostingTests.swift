import ObjectGraph
import ReduxBridge
import ReferenceRedux
import Testing
import ValueRedux
@testable import BridgeTestApps

@Suite struct AdapterTests {
  @Test func aReducerRunsInsideTheOldStore() throws {
    let store = ReferenceStore(
      state: DeskState(),
      reducers: [
        Notes.notesBlock, Notes.themeProjection.reduceBlock(Reducer(Notes.reduceTheme)),
      ])
    store.dispatch(.setBrightness(2))
    store.dispatch(.add(id: 1, title: "one"))
    let state = try store.currentState()
    #expect(state.theme.brightness == 1)
    #expect(state.theme.changes == 1)
    #expect(state.notes.map(\.title) == ["one"])
  }

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

  @Test @MainActor func anOldStateThatIsHeldStaysAsItWas() throws {
    let store = ValueStore(
      initialState: CopyOnWrite(DeskState()),
      reducer: Reducer<CopyOnWrite<DeskState>, DeskAction>.hosting([Notes.notesBlock]) {
        error, _ in Issue.record(error)
      })
    store.dispatch(.add(id: 1, title: "one"))
    let old = store.state
    store.dispatch(.rename(id: 1, to: "two"))
    #expect(old.read { $0.notes.map(\.title) } == ["one"])
    #expect(store.state.read { $0.notes.map(\.title) } == ["two"])
  }

  @Test @MainActor func whenACopyFailsTheOldStateStaysAndTheHandlerHearsOfIt() throws {
    let failures = Collector<Int>()
    let store = ValueStore(
      initialState: CopyOnWrite(StubbornState()),
      reducer: Reducer<CopyOnWrite<StubbornState>, Int>.hosting([{ $0.count += $1 }]) { _, action in
        failures.append(action)
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
