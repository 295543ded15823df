import ReduxBridge
import ReduxBridgeTesting
import Testing
import ValueRedux
import ValueReduxTesting

// region: protocol-actions
protocol Action: Sendable {}

enum ThemeAction: Action, Equatable {
  case setDark(Bool), reset
}

enum SyncAction: Action, Equatable {
  case start, loaded([String]), reset
}

let themeByProtocol = StateSlice(
  "theme", projection: ThemeValue.projection,
  legacy: [
    { (state: AppState, action: any Action) in
      guard case ThemeAction.setDark(let isDark) = action else { return }
      state.theme.isDark = isDark
    }
  ],
  reducer: Reducer<ThemeValue, ThemeAction> { theme, action in
    guard case .setDark(let isDark) = action else { return }
    theme.isDark = isDark
  }.scoped(actions: (any Action).self))
// endregion

/// Runs the code under "If actions are a protocol".
@Suite @MainActor struct ProtocolActionTests {
  @Test func aSliceOfAnyActionIsChecked() throws {
    // region: protocol-check
    let actions: [any Action] = [ThemeAction.setDark(true), ThemeAction.reset, SyncAction.reset]
    let parity = ParityOptions<any Action>(
      expectedActionTypes: ["theme": ["ThemeAction.setDark", "ThemeAction.reset"]])
    let check = ParityCheck([.slice(themeByProtocol)], parity: parity) { AppState() }
    let report = try check.run(.list(actions))
    #expect(report.findings.isEmpty, "\(report)")
    #expect(report.ledger.total(of: themeByProtocol).matched == 3)
    // endregion
    #expect(!"\(report.ledger)".contains("never compared"))
    let one = try check.run(.list([actions[2]]))
    #expect("\(one.ledger)".contains("never compared: ThemeAction.reset, ThemeAction.setDark"))
  }

  @Test func aReceivedActionIsDescribedByAClosure() async throws {
    let notes = Reducer<[String], SyncAction> { notes, action in
      if case .loaded(let titles) = action { notes = titles }
    }
    let load = Middleware<[String], any Action> { _, action, context in
      guard case SyncAction.start = action else { return }
      context.run { send in await send(SyncAction.loaded(["milk"])) }
    }
    // region: protocol-receive
    try await TestStore<[String], any Action>.checking(
      initialState: [], reducer: notes.scoped(actions: (any Action).self), middlewares: [load]
    ) { store in
      try store.send(SyncAction.start)
      try await store.receive("the notes", where: { $0 as? SyncAction == .loaded(["milk"]) }) {
        $0 = ["milk"]
      }
    }
    // endregion
  }
}
