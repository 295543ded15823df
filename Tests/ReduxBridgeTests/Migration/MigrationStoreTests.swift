import ReduxBridge
import ReferenceRedux
import StoreContract
import Testing
import ValueRedux
@testable import BridgeTestApps

@Suite struct MigrationStoreTests {
  @Test func aMigratedSliceNeitherRunsNorWritesItsLegacyPart() throws {
    let legacyRuns = Counter()
    let slice = StateSlice(
      "notes",
      // Nothing clears the objects, so that they show what is written.
      projection: Projection(
        read: Notes.notesProjection.read, write: Notes.notesProjection.write),
      legacy: [Notes.notesBlock, { _, _ in legacyRuns.increment() }],
      reducer: Reducer(Notes.reduceNotes)
    ).withoutLegacyReaders()
    let store = Notes.store(notes: slice)
    store.dispatch(.add(id: 1, title: "one"))
    try store.setStage(.migrated, of: Notes.notes())
    store.dispatch(.add(id: 2, title: "two"))

    #expect(store.read { $0.notes.map(\.id) } == [1])
    #expect(legacyRuns.value == 1)
    #expect(try store.currentState().notes.map(\.id) == [1, 2])
  }

  /// The projection of the first slice finds its object in the part of the second.
  @Test func referencesIntoASliceThatIsRebuiltLaterAreRestored() throws {
    let selected = Projection<DeskState, Int?>(
      read: { $0.selected?.id },
      write: { state, id in state.selected = state.notes.first { $0.id == id } },
      clear: { $0.selected = nil })
    let select = Reducer<Int?, DeskAction> { selectedID, action in
      if case .select(let id) = action { selectedID = id }
    }
    let add = Reducer<[NotesValue.Note], DeskAction> { notes, action in
      if case .add(let id, let title) = action { notes.append(.init(id: id, title: title)) }
    }
    let selection = StateSlice(
      "selection", projection: selected, legacy: [selected.reduceBlock(select)], reducer: select)
    let list = StateSlice(
      "list", projection: Notes.noteList, legacy: [Notes.noteList.reduceBlock(add)], reducer: add)
    let store = MigrationStore(
      state: DeskState(), entries: [.slice(selection), .slice(list)])
    for id in 1...2 { store.dispatch(.add(id: id, title: "note \(id)")) }
    store.dispatch(.select(id: 2))
    for name in ["selection", "list"] { try store.setStage(.migrated, ofSliceNamed: name) }
    #expect(store.read { $0.notes.isEmpty && $0.selected == nil })

    let copy = try store.currentState()
    #expect(copy.notes.count == 2)
    #expect(copy.selected === copy.notes.last)
    store.revertToLegacy()
    #expect(store.read { $0.selected != nil && $0.selected === $0.notes.last })
  }

  @Test func aMoveToThePresentStageIsNoneAndAnnouncesNothing() throws {
    let store = Notes.store()
    let announced = Counter()
    let end = store.migration.coordinator.stageObservers.add { _ in announced.increment() }
    for stages in [[Stage.legacy], [.shadow, .shadow], [.shadow]] {
      for stage in stages { try store.setStage(stage, of: Notes.theme()) }
      store.flush()
    }
    for _ in 0..<2 {
      store.revertToLegacy()
      store.flush()
    }
    #expect(announced.value == 2)
    // While all stages are at legacy, the switch still drops the moves that wait.
    store.read { _ in
      try? store.setStage(.lead, of: Notes.theme())
      try? store.setStage(.legacy, of: Notes.theme())
      store.dispatch(.setBrightness(0.7))
      store.revertToLegacy()
    }
    store.flush()
    #expect(announced.value == 3)
    #expect(store.ledger.total(of: Notes.theme()).compared == 0)
    end()
  }

  /// The first slice counts the actions where it has migrated, another block counts them elsewhere.
  @Test(arguments: Stage.allCases, Stage.allCases)
  func everyReducerReceivesTheNumberOfItsAction(_ first: Stage, _ second: Stage) throws {
    let count: @Sendable (inout Int, ActionNumber) -> Void = { $0 = $0 * 10 + Int($1.rawValue) }
    let right = Halves.Slice(
      "right", projection: Projection(\.right.count), legacy: [],
      reducer: Reducer(numbered: { count(&$0, $2) }))
    for left in [
      Halves.Slice(
        "left", projection: Projection(\.left.count), legacy: [],
        reducer: Reducer(numbered: { count(&$0, $2) })),
      Halves.Slice(
        "left", reading: right, projection: Projection(\.left.count), legacy: [],
        reducer: ReadingReducer(numbered: { count(&$0, $3) })),
    ] {
      let store = MigrationStore(state: Halves.Whole(), entries: [.slice(left), .slice(right)])
      // A stage changes ahead of the actions that wait.
      store.reduce(repeatElement(.both, count: 3))
      try store.setStage(first, of: left, overridingGateBecause: "a test")
      try store.setStage(second, of: right, overridingGateBecause: "a test")
      store.reduce(repeatElement(.both, count: 3))
      let state = try store.currentState()
      // The new side counts at these stages.
      #expect(
        [state.left.count, state.right.count]
          == [first, second].map { [.lead, .migrated].contains($0) ? 456 : 0 })
    }
  }
}
