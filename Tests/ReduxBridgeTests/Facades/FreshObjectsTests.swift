import ReduxBridge
import ReferenceRedux
import Testing
import ValueRedux
@testable import BridgeTestApps

/// What reads the objects of a slice whose value leads or has migrated, and of which few actions are
/// compared.
@MainActor @Suite struct FreshObjectsTests {
  typealias Store = MigrationStore<NotesState, NotesAction>

  func store(at stage: Stage) async throws -> Store {
    // No block behind the slice, for which the objects would be brought up to date.
    let store = Store(
      state: NotesState(), entries: [.slice(Notes.theme())],
      parity: ParityOptions(sampling: .oneIn(4)))
    try store.setStage(stage, of: Notes.theme())
    await store.settle()
    return store
  }

  @Test(arguments: Stage.allCases)
  func aFacadeOfTheObjectsShowsEachChange(_ stage: Stage) async throws {
    let store = try await store(at: stage)
    let facade = ValueFacade(store, Notes.themeProjection)
    var seen: [Int] = []
    for _ in 1...9 {
      store.dispatch(.setManual(true))
      await store.settle()
      seen.append(facade.state.changes)
    }
    #expect(seen == Array(1...9))
  }

  @Test(arguments: Stage.allCases)
  func anObserverOfAValueReceivesEachChange(_ stage: Stage) async throws {
    let store = try await store(at: stage)
    var seen: [Int] = []
    let token = store.observe({ $0.theme.changes }) { seen.append($0) }
    for _ in 1...9 {
      store.dispatch(.setManual(true))
      await store.settle()
    }
    #expect(seen == Array(0...9))
    token.cancel()
  }

  @Test(arguments: Stage.allCases)
  func anEffectOfAFacadeReceivesEachTransition(_ stage: Stage) async throws {
    let store = try await store(at: stage)
    var seen: [Int] = []
    let facade = ValueFacade(
      store, Notes.themeProjection, effects: [{ value, _, _ in seen.append(value.changes) }])
    for _ in 1...9 { store.dispatch(.setManual(true)) }
    await store.settle()
    #expect(seen == Array(1...9))
    withExtendedLifetime(facade) {}
  }

  /// The facade of a slice reads its value, and no objects have to be written for it.
  @Test func aFacadeOfALeadingSliceWritesNoObjects() async throws {
    let writes = Counter()
    let projection = Projection<NotesState, ThemeValue>(
      read: Notes.themeProjection.read,
      write: { state, value in
        writes.increment()
        Notes.themeProjection.write(state, value)
      })
    let slice = StateSlice(
      "theme", projection: projection, legacy: [Notes.themeBlock],
      reducer: Reducer(Notes.reduceTheme))
    let store = Store(state: NotesState(), entries: [.slice(slice)])
    try store.setStage(.migrated, of: slice)
    let facade = store.facade(of: slice)
    let before = writes.value
    for _ in 1...9 {
      store.dispatch(.setManual(true))
      await store.settle()
    }
    #expect(facade.state.changes == 9)
    #expect(writes.value == before)
    #expect(store.read { $0.theme.changes } == 9)
  }
}
