import ReduxBridge
import ReferenceRedux
import Testing
import ValueRedux

// region: view-model-after
@MainActor final class ThemeViewModel {
  private let store: ReferenceStore<AppState, AppAction>
  private var token: ObservationToken?
  var onChange: (() -> Void)?

  init(store: ReferenceStore<AppState, AppAction>) {
    self.store = store
    token = store.observe { [weak self] _ in self?.onChange?() }
  }

  var isDark: Bool { store.read { $0.theme.isDark } }
  var changes: Int { store.read { $0.theme.changes } }

  func toggle() {
    store.dispatch(.setDark(!isDark))
  }
}
// endregion

/// Runs the start of a Flux app and of view models.
@Suite @MainActor struct FluxStartTests {
  @Test func theFluxStoreIsAViewOfTheClassStore() async {
    var shown: [Bool] = []
    func show(_ isDark: Bool) { shown.append(isDark) }
    // region: flux-after
    let dispatcher = FluxDispatcher<AppAction>(order: .depthFirst) { print($0) }
    let appStore = ReferenceStore(state: AppState(), reducers: [AppReducers.theme])
    let theme = FluxStore(
      ValueFacade(appStore, ThemeValue.projection), registeredWith: dispatcher)
    let isDark = theme.behavior { $0.isDark }
    let token = isDark.subscribe { show($0) }
    dispatcher.dispatch(.setDark(true))
    // endregion
    await appStore.settle()
    #expect(shown == [false, true])
    withExtendedLifetime(token) {}
  }

  @Test func theViewModelReadsTheStore() async {
    let store = ReferenceStore(state: AppState(), reducers: [AppReducers.theme])
    let model = ThemeViewModel(store: store)
    var changes = 0
    model.onChange = { changes += 1 }
    model.toggle()
    #expect(model.isDark)
    #expect(model.changes == 1)
    await store.settle()
    #expect(changes == 1)
  }
}
