import ObjectGraph
import ReduxBridge
import ReferenceRedux
import Testing
import ValueRedux

// region: state
final class AppState: Codable {
  var theme = Theme()
  var notes: [Note] = []
  var selected: Note?
}

final class Theme: Codable {
  var isDark = false
  var changes = 0
}

final class Note: Codable {
  var title = ""
}
// endregion

// region: blocks
enum AppAction: Sendable {
  case setDark(Bool)
  case addNote(String)
  case selectFirst
}

enum AppReducers {
  static let theme: ReduceBlock<AppState, AppAction> = { state, action in
    guard case .setDark(let isDark) = action else { return }
    state.theme.isDark = isDark
    state.theme.changes += 1
  }

  static let notes: ReduceBlock<AppState, AppAction> = { state, action in
    switch action {
    case .addNote(let title):
      let note = Note()
      note.title = title
      state.notes.append(note)
    case .selectFirst:
      state.selected = state.notes.first
    case .setDark:
      break
    }
  }
}
// endregion

// region: store
class AppStore: ReferenceStore<AppState, AppAction>, @unchecked Sendable {
  static let shared = AppStore()

  init() {
    super.init(state: AppState(), reducers: [AppReducers.theme, AppReducers.notes])
  }
}
// endregion

// region: theme-value
struct ThemeValue: Equatable, Sendable {
  var isDark = false
  var changes = 0
}

let themeReducer = Reducer<ThemeValue, AppAction> { theme, action in
  guard case .setDark(let isDark) = action else { return }
  theme.isDark = isDark
  theme.changes += 1
}

let themeProjection = Projection<AppState, ThemeValue>(
  read: { ThemeValue(isDark: $0.theme.isDark, changes: $0.theme.changes) },
  write: { state, value in
    state.theme.isDark = value.isDark
    state.theme.changes = value.changes
  })
// endregion

// region: theme-slice
let themeSlice = Slice(
  "theme", projection: themeProjection, legacy: [AppReducers.theme], reducer: themeReducer)

final class CrossingAppStore: MigrationStore<AppState, AppAction>, @unchecked Sendable {
  static let shared = CrossingAppStore()

  init() {
    super.init(
      state: AppState(), entries: [.slice(themeSlice), .blocks([AppReducers.notes])])
  }
}
// endregion

/// The code in Migration.md, run.
@Suite struct MigrationStepsTests {
  @Test func theStateStandsOnTheClassStore() throws {
    let store = AppStore()
    // region: snapshot
    store.dispatch(.addNote("milk"))
    store.dispatch(.selectFirst)
    let snapshot = try store.currentState()
    #expect(snapshot.selected === snapshot.notes.first)
    // endregion
  }

  @Test func theSliceRunsInTheShadow() throws {
    let store = CrossingAppStore()
    // region: shadow
    try store.setStage(.shadow, of: "theme")
    store.dispatch(.setDark(true))
    store.dispatch(.addNote("milk"))
    store.flush()
    #expect(store.mismatches.isEmpty)
    print(store.ledger)
    // endregion
    #expect(store.ledger.total(of: "theme").matched == 2)
  }

  @Test func theSliceLeadsAndGoesBack() throws {
    let store = CrossingAppStore()
    // region: lead
    try store.setStage(.lead, of: "theme")
    store.dispatch(.setDark(true))
    #expect(try store.currentState().theme.isDark)
    store.revertToLegacy()
    // endregion
    store.dispatch(.setDark(false))
    #expect(try store.currentState().theme.changes == 2)
  }

  @Test @MainActor func theSliceIsMigrated() async throws {
    var shown: [Bool] = []
    func show(_ isDark: Bool) { shown.append(isDark) }
    let store = CrossingAppStore()
    // region: migrated
    try store.setStage(.migrated, of: "theme")
    let facade = store.facade(of: themeSlice)
    let token = facade.values.subscribe(\.isDark) { show($0) }
    facade.dispatch(.setDark(true))
    await store.settle()
    // endregion
    #expect(shown == [false, true])
    withExtendedLifetime(token) {}
  }

  @Test @MainActor func theBridgeIsDeleted() throws {
    let store = MigrationStore(state: AppState(), entries: [.slice(themeSlice)])
    try store.setStage(.migrated, of: "theme")
    store.dispatch(.setDark(true))
    // region: delete
    let theme = try store.collect { values in values[themeSlice] }
    let newStore = ValueStore(initialState: theme, reducer: themeReducer)
    newStore.dispatch(.setDark(false))
    #expect(newStore.state == ThemeValue(isDark: false, changes: 2))
    // endregion
  }
}
