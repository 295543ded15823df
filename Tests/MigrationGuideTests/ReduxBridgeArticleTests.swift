import ReduxBridge
import ReferenceRedux
import Testing
import ValueRedux

/// Runs the code on the pages of ReduxBridge.
@Suite struct ReduxBridgeArticleTests {
  private final class AppState: Codable {
    var theme = "light"
    var actions = 0
  }

  private enum AppAction: Sendable { case choose(String) }

  private enum ThemeReducer {
    static let reduceBlocks: [ReduceBlock<AppState, AppAction>] = [
      { state, action in if case .choose(let theme) = action { state.theme = theme } }
    ]
  }

  private let themeReducer = Reducer<String, AppAction> { theme, action in
    if case .choose(let name) = action { theme = name }
  }

  @Test func aSliceCrossesThroughItsGate() throws {
    let otherBlocks: [ReduceBlock<AppState, AppAction>] = [{ state, _ in state.actions += 1 }]
    // region: crossing
    let theme = StateSlice(
      "theme",
      projection: Projection(\AppState.theme),
      legacy: ThemeReducer.reduceBlocks,
      reducer: themeReducer
    )
    .gate(Gate(compared: 1_000))

    let store = MigrationStore(state: AppState(), entries: [.slice(theme), .blocks(otherBlocks)])
    try store.setStage(.shadow, of: theme)  // both run, the old side answers
    // endregion
    #expect(throws: MigrationError.self) { try store.setStage(.lead, of: theme) }
    func print(_ ledger: ParityLedger) {
      store.flush()
      #expect("\(store.ledger)".contains("theme  choose"))
    }
    // region: three-calls
    try store.setStage(.shadow, of: theme)  // both sides run
    store.dispatch(.choose("dark"))
    print(store.ledger)  // and store.mismatches
    // endregion
    for index in 1..<1_000 { store.dispatch(.choose("theme \(index)")) }
    store.flush()
    // region: crossing
    try store.setStage(.lead, of: theme)  // both run, the new side answers: the gate must be open
    try store.setStage(.migrated, of: theme)  // only the new side runs
    // endregion
    store.dispatch(.choose("dark"))
    #expect(try store.collect { $0[theme] } == "dark")
    #expect(store.read { $0.actions } == 1_001)
    #expect(store.mismatches.isEmpty)
    #expect(store.ledger.total(of: theme).matched == 1_000)
  }
}
