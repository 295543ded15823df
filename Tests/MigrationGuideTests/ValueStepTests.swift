import ReduxBridge
import ReduxBridgeTesting
import ReferenceRedux
import Testing
import ValueRedux

// region: app-value
struct AppValue: Equatable, Sendable {
  var theme = ThemeValue()
  var library = LibraryValue()
  var routes = RoutesValue()
  var windows = WindowsValue()
}

extension AppValue {
  static let reducer = Reducer<AppValue, AppAction>.combine(
    ThemeValue.reducer.scoped(to: \.theme),
    LibraryValue.reducer.scoped(to: \.library),
    RoutesValue.reducer.scoped(to: \.routes),
    WindowsValue.reducer.scoped(to: \.windows))
}

extension AppValue {
  init(_ values: SliceValues<AppState, AppAction>) {
    theme = values[AppSlices.theme]
    library = values[AppSlices.library]
    routes = values[AppSlices.routes]
    windows = values[AppSlices.windows]
  }
}
// endregion

// region: sync-middleware
extension Middleware<AppValue, AppAction> {
  static func sync(load: @escaping @Sendable () async -> [String]) -> Self {
    Middleware { _, action, context in
      guard case .syncTapped = action else { return }
      context.run(id: "sync") { send in
        await send(.synced(load()))
      }
    }
  }
}
// endregion

/// Runs the code of steps 12 and 13.
@Suite @MainActor struct ValueStepTests {
  @Test func theSuccessorAgreesAndTheBridgeGoes() async throws {
    let store = MigrationStore(state: AppState(), entries: AppSlices.entries)
    // region: delete
    for name in store.stages.keys { try store.setStage(.migrated, ofSliceNamed: name) }
    store.dispatch(.addNote(id: 1, title: "milk"))
    let state = try store.collect { AppValue($0) }
    let newStore = ValueStore(
      initialState: state, reducer: AppValue.reducer, middlewares: [.sync(load: { ["eggs"] })])
    // endregion
    // region: handover
    let check = ParityCheck(AppSlices.entries) { AppState() }.handingOver(
      to: { ValueStore(initialState: $0, reducer: AppValue.reducer) }
    ) { AppValue($0) }
    let actions: [AppAction] = [.setDark(true), .addNote(id: 1, title: "milk"), .selectNote(id: 1)]
    #expect(try check.run(.list(actions)).findings == [])
    // endregion
    newStore.dispatch(.syncTapped)
    await newStore.settle()
    #expect(newStore.state.library.notes.map(\.title) == ["milk", "eggs"])
  }
}
