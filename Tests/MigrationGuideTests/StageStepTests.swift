import ReduxBridge
import ReferenceRedux
import Testing
import ValueRedux

// region: presenter
@MainActor final class ThemePresenter {
  private let theme: ValueFacade<Migration<AppState, AppAction>, ThemeValue>
  private var token: SubscriptionToken?
  private(set) var isOn = false

  init(store: MigrationStore<AppState, AppAction>) {
    theme = store.facade(of: AppSlices.theme)
    token = theme.subscribe(\.isDark) { [weak self] in self?.isOn = $0 }
  }

  func switchFlipped() {
    theme.dispatch(.setDark(!isOn))
  }
}
// endregion

// region: combining
struct Header: Equatable, Sendable {
  var isDark: Bool
  var depth: Int
}

// endregion

// region: by-id
@MainActor final class NotePresenter {
  private let id: Int
  private let library: ValueFacade<Migration<AppState, AppAction>, LibraryValue>

  init(id: Int, store: MigrationStore<AppState, AppAction>) {
    self.id = id
    library = store.facade(of: AppSlices.library)
  }

  var title: String? { library.state.notes.first { $0.id == id }?.title }
}
// endregion

/// Runs the code of steps 8 and 9, of "Going back" and of the page on screens.
@Suite struct StageStepTests {
  @Test func theSliceLeads() throws {
    let store = WithOneSlice.AppStore()
    // region: lead
    try store.setStage(.lead, of: AppSlices.theme)
    store.dispatch(.setDark(true))
    #expect(try store.currentState().theme.isDark)
    #expect(store.mismatches.isEmpty)
    // endregion
    #expect(store.ledger.total(of: AppSlices.theme).matched == 1)
  }

  @Test @MainActor func theSliceIsMigratedAndEverythingGoesBackAtOnce() throws {
    let store = WithOneSlice.AppStore()
    // region: migrated
    try store.setStage(.migrated, of: AppSlices.theme)
    store.dispatch(.setDark(true))
    let theme = store.facade(of: AppSlices.theme).state
    #expect(theme == ThemeValue(isDark: true, changes: 1))
    // endregion
    // region: revert
    try store.setStage(.migrated, of: AppSlices.theme)
    store.dispatch(.setDark(true))
    store.flush()
    store.revertToLegacy()
    store.flush()
    #expect(store.stages.values.allSatisfy { $0 == .legacy })
    #expect(try store.currentState().theme.isDark)
    // endregion
    #expect(try store.currentState().theme.changes == 2)
  }

  @Test @MainActor func theNewScreenSeesTheSliceAtEveryStage() async throws {
    let store = WithOneSlice.AppStore()
    let presenter = ThemePresenter(store: store)
    for stage in Stage.allCases {
      let wasOn = presenter.isOn
      try store.setStage(stage, of: AppSlices.theme)
      presenter.switchFlipped()
      await store.settle()
      #expect(presenter.isOn != wasOn)
    }
  }

  @Test @MainActor func aScreenOfTwoSlicesIsNotifiedOncePerAction() async throws {
    let store = MigrationStore(state: AppState(), entries: AppSlices.entries)
    var shown: [Header] = []
    func show(_ header: Header) { shown.append(header) }
    // region: combining
    let header = store.facade(combining: { values in
      Header(isDark: values[AppSlices.theme].isDark, depth: values[AppSlices.routes].routes.count)
    })
    let token = header.subscribe(\.self) { show($0) }
    // endregion
    let presenter = NotePresenter(id: 1, store: store)
    for (stage, depth) in zip(Stage.allCases, 2...) {
      for name in store.stages.keys { try store.setStage(stage, ofSliceNamed: name) }
      store.dispatch(.addNote(id: depth, title: "milk"))
      store.dispatch(.show(.note(depth)))
      await store.settle()
      #expect(shown.last == Header(isDark: false, depth: depth))
    }
    #expect(shown.count == 5)
    #expect(presenter.title == nil)
    store.dispatch(.addNote(id: 1, title: "eggs"))
    await store.settle()
    #expect(presenter.title == "eggs")
    token.cancel()
    let appStore = try ValueStore(
      initialState: store.collect { AppValue($0) }, reducer: AppValue.reducer)
    // region: combining-end
    let lastToken = appStore.subscribe({
      Header(isDark: $0.theme.isDark, depth: $0.routes.routes.count)
    }) { show($0) }
    // endregion
    appStore.dispatch(.back)
    #expect(shown.suffix(2).map(\.depth) == [5, 4])
    lastToken.cancel()
  }

  @Test @MainActor func aListenerThatFollowsStandsInTheLedger() async throws {
    let store = WithOneSlice.AppStore()
    var shown: [Bool] = []
    func show(_ isDark: Bool) { shown.append(isDark) }
    // region: listener
    try store.setStage(.shadow, of: AppSlices.theme)
    let probe = store.addListener(
      "ThemePresenter", on: .value, of: AppSlices.theme, selecting: \.isDark)
    let token = store.facade(of: AppSlices.theme).subscribe(\.isDark) { isDark in
      probe.didReceive()
      show(isDark)
    }
    store.dispatch(.setDark(true))
    await store.settle()
    #expect(store.mismatches.isEmpty)
    // endregion
    #expect(shown == [false, true])
    #expect("\(store.ledger)".contains("ThemePresenter"))
    token.cancel()
  }
}
