import ReduxBridge
import ReferenceRedux
import Testing
import ValueRedux
import ValueReduxTesting

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

@MainActor final class SyncHandler {
  private let store: ReferenceStore<AppState, AppAction>
  private let load: @Sendable () async -> [String]

  init(store: ReferenceStore<AppState, AppAction>, load: @escaping @Sendable () async -> [String]) {
    self.store = store
    self.load = load
  }

  func sync() async {
    store.dispatch(.syncTapped)
    store.dispatch(.synced(await load()))
  }
}

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

enum WithoutTheBridge {
  @MainActor final class ThemePresenter {
    private let store: ValueStore<AppValue, AppAction>
    private var token: SubscriptionToken?
    private(set) var isOn = false

    init(store: ValueStore<AppValue, AppAction>) {
      self.store = store
      token = store.subscribe(\.theme.isDark) { [weak self] in self?.isOn = $0 }
    }

    func switchFlipped() {
      store.dispatch(.setDark(!isOn))
    }
  }
}

/// Runs the code of steps 14 and 15.
@Suite @MainActor struct ValueStepTests {
  @Test func theHandlerDispatchesTwice() async throws {
    let store = MigrationStore(state: AppState(), entries: AppSlices.entries)
    await SyncHandler(store: store, load: { ["milk"] }).sync()
    let library = try store.currentState().library
    #expect(library.notes.map(\.title) == ["milk"])
    #expect(!library.isSyncing)
  }

  @Test func theMiddlewareDoesWhatTheHandlerDid() async throws {
    // region: middleware-test
    try await TestStore.checking(
      initialState: AppValue(), reducer: AppValue.reducer,
      middlewares: [.sync(load: { ["milk"] })]
    ) { store in
      try store.send(.syncTapped) { $0.library.isSyncing = true }
      try await store.receive(.synced(["milk"])) {
        $0.library.isSyncing = false
        $0.library.notes = [NoteValue(id: 1, title: "milk")]
      }
    }
    // endregion
  }

  @Test func aLiftedMiddlewareComparesItsPart() async {
    var rings = 0
    func ring() { rings += 1 }
    let bell = Middleware<LibraryValue, AppAction>(comparing: \.notes.count) { old, new, _, _ in
      if let old, new > old { ring() }
    }
    let store = ValueStore(
      initialState: AppValue(), reducer: AppValue.reducer,
      middlewares: [.sync(load: { ["milk"] }), bell.scoped(to: \.library)])
    await store.dispatchAndSettle(.syncTapped)  // returns when the work has ended, too
    #expect(store.state.library.notes.map(\.title) == ["milk"])
    #expect(rings == 1)
  }

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
    let actions: [AppAction] = [.setDark(true), .selectNote(id: 1), .show(.note(1)), .back]
    let differences = try store.handoverDifferences(to: newStore, after: actions) { AppValue($0) }
    #expect(differences.isEmpty)
    // endregion
    newStore.dispatch(.syncTapped)
    await newStore.settle()
    #expect(newStore.state.library.notes.map(\.title) == ["milk", "eggs"])
    #expect(newStore.state.theme.isDark)
  }

  @Test func theScreenIsNotifiedBeforeDispatchReturns() {
    typealias ThemePresenter = WithoutTheBridge.ThemePresenter
    let newStore = ValueStore(initialState: AppValue(), reducer: AppValue.reducer)
    let presenter = ThemePresenter(store: newStore)
    let wasOn = presenter.isOn
    presenter.switchFlipped()
    #expect(presenter.isOn != wasOn)
    #expect(newStore.state.theme.changes == 1)
  }

  @Test func whatMayStayOfTheBridgeWorksOnTheValueStore() throws {
    let newStore = ValueStore(initialState: AppValue(), reducer: AppValue.reducer)
    let coordinator = Coordinator()
    let driver = RouteDriver(newStore, routes: { $0.routes.routes }, router: coordinator)
    let facade = LegacyFacade(newStore) { value in
      let state = AppState()
      ThemeValue.projection.write(state, value.theme)
      return state
    }
    facade.dispatch(.show(.settings))
    facade.dispatch(.setDark(true))
    #expect(try facade.currentState().theme.isDark)
    #expect(coordinator.shown == [.list, .settings])
    withExtendedLifetime(driver) {}
  }
}
