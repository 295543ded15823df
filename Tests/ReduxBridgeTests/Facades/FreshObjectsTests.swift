import ReduxBridge
import ReferenceRedux
import Testing
import ValueRedux
@testable import BridgeTestApps

/// What reads the objects of a slice whose value leads or has migrated, and of which few actions are
/// compared.
@MainActor @Suite struct FreshObjectsTests {
  typealias Store = MigrationStore<DeskState, DeskAction>

  func store(at stage: Stage) async throws -> Store {
    // No block behind the slice, for which the objects would be brought up to date.
    let store = Store(
      state: DeskState(), entries: [.slice(Notes.theme())],
      parity: ParityOptions(sampling: .oneIn(4)))
    try store.setStage(stage, of: Notes.theme())
    await store.settle()
    return store
  }

  @Test(arguments: Stage.allCases)
  func whatReadsTheObjectsReceivesEachChange(_ stage: Stage) async throws {
    let store = try await store(at: stage)
    let facade = ValueFacade(store, Notes.themeProjection)
    var (shown, observed, effects) = ([Int](), [Int](), [Int]())
    let token = store.observe({ $0.theme.changes }) { observed.append($0) }
    let other = ValueFacade(
      store, Notes.themeProjection, effects: [{ value, _, _ in effects.append(value.changes) }])
    for _ in 1...9 {
      store.dispatch(.setManual(true))
      await store.settle()
      shown.append(facade.state.changes)
    }
    #expect(shown == Array(1...9))
    #expect(observed == Array(0...9))
    #expect(effects == Array(1...9))
    withExtendedLifetime((token, other)) {}
  }

  /// The facade of a slice reads its value, and no objects have to be written for it.
  @Test func aFacadeOfALeadingSliceWritesNoObjects() async throws {
    let writes = Counter()
    let projection = Projection<DeskState, ThemeValue>(
      read: Notes.themeProjection.read,
      write: { state, value in
        writes.increment()
        Notes.themeProjection.write(state, value)
      })
    let slice = StateSlice(
      "theme", projection: projection, legacy: [Notes.themeBlock],
      reducer: Reducer(Notes.reduceTheme))
    let store = Store(state: DeskState(), entries: [.slice(slice)])
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
