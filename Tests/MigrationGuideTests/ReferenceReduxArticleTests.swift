import ReferenceRedux
import Testing

/// Runs the code on the pages of ReferenceRedux.
@Suite struct ReferenceReduxArticleTests {
  final class AppState: Codable {
    var user = ""
    var changes = 0
  }

  enum AppAction: Sendable { case rename(String) }

  private enum LoginReducers {
    static let reducers: [ReduceBlock<AppState, AppAction>] = [
      { state, action in if case .rename(let user) = action { state.user = user } }
    ]
  }

  private enum SettingsReducers {
    static let reducers: [ReduceBlock<AppState, AppAction>] = [{ state, _ in state.changes += 1 }]
  }

  // region: app-store
  final class AppStore: ReferenceStore<AppState, AppAction>, @unchecked Sendable {
    static let shared = AppStore()

    init() {
      super.init(
        state: AppState(), reducers: LoginReducers.reducers + SettingsReducers.reducers)
    }
  }

  // endregion

  @Test @MainActor func theThreeCalls() async {
    let store = ReferenceStore(state: AppState(), reducers: LoginReducers.reducers)
    var shown: [String] = []
    func show(_ user: String) { shown.append(user) }
    // region: three-calls
    store.dispatch(.rename("work"))  // from any thread; returns at once
    let user = store.read { $0.user }  // contains what was dispatched
    let token = store.observe { _ in show(store.read { $0.user }) }
    // endregion
    #expect(user == "work")
    store.dispatch(.rename("home"))
    await store.settle()
    #expect(shown.last == "home")
    token.cancel()
  }

  @Test func theSharedStoreReducesAndShowsACopy() throws {
    // region: app-store
    AppStore.shared.dispatch(.rename("work"))
    let state = try AppStore.shared.currentState()
    // endregion
    #expect(state.user == "work")
    #expect(state.changes == 1)
    state.user = "changed outside"
    #expect(AppStore.shared.read { $0.user } == "work")
  }
}
