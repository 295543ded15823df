import ReduxBridge
import ReferenceRedux
import Testing
import ValueRedux

// region: broken-reducer
let forgetfulReducer = Reducer<ThemeValue, AppAction> { theme, action in
  guard case .setDark(let isDark) = action else { return }
  theme.isDark = isDark
}
// endregion

// region: gate
let guardedTheme = AppSlices.theme.gate(Gate(compared: 3))

let parity = ParityOptions<AppAction>(
  expectedActionTypes: ["theme": ["setDark", "addNote", "syncTapped"]])
// endregion

enum WithWrongLegacy {
  // region: legacy-is-wrong
  static let block: ReduceBlock<AppState, AppAction> = { state, action in
    guard case .setDark(let isDark) = action else { return }
    state.theme.isDark = isDark
    state.theme.changes += 1
  }

  static let reducer = Reducer<ThemeValue, AppAction> { theme, action in
    guard case .setDark(let isDark) = action, isDark != theme.isDark else { return }
    theme.isDark = isDark
    theme.changes += 1
  }

  static let theme = Slice(
    "theme", projection: ThemeValue.projection, legacy: [block], reducer: reducer
  ).knowing(
    .legacyIsWrong(
      at: "changes", on: "setDark", because: "the old block counts a change to the same"))
  // endregion
}

/// Steps 6 and 7, and what to do when the old side is wrong, run.
@Suite struct ShadowStepTests {
  @Test func theSliceRunsInTheShadow() throws {
    let store = WithOneSlice.AppStore()
    // region: shadow
    try store.setStage(.shadow, of: "theme")
    store.dispatch(.setDark(true))
    store.dispatch(.addNote(id: 1, title: "milk"))
    store.flush()
    #expect(store.mismatches.isEmpty)
    print(store.ledger)
    // endregion
    try GuideOutput.expect("\(store.ledger)", isShownAs: "ledger")
  }

  @Test func aMismatchNamesActionPathAndBothValues() throws {
    let slice = Slice(
      "theme", projection: ThemeValue.projection, legacy: [AppReducers.theme],
      reducer: forgetfulReducer)
    let store = MigrationStore(state: AppState(), entries: [.slice(slice)])
    // region: mismatch
    try store.setStage(.shadow, of: "theme")
    store.dispatch(.setDark(true))
    store.flush()
    for mismatch in store.mismatches { print(mismatch) }
    // endregion
    let lines = store.mismatches.map(\.description).joined(separator: "\n")
    try GuideOutput.expect(lines, isShownAs: "mismatch")
  }

  @Test func aGateAsksForEvidence() throws {
    let store = MigrationStore(
      state: AppState(), entries: [.slice(guardedTheme)], parity: parity)
    try store.setStage(.shadow, of: "theme")
    store.dispatch(.setDark(true))
    store.flush()
    // region: gate-closed
    #expect(throws: MigrationError.self) { try store.setStage(.lead, of: "theme") }
    for demand in try store.unmetDemands(of: "theme") { print(demand) }
    // endregion
    let lines = try store.unmetDemands(of: "theme").joined(separator: "\n")
    try GuideOutput.expect(lines, isShownAs: "gate")
  }

  @Test func aKnownMistakeOfTheOldSideIsExcused() throws {
    // region: excused
    let check = ParityCheck(WithWrongLegacy.theme) { AppState() }
    let report = try check.run([.setDark(true), .setDark(true), .setDark(false)])
    #expect(report.mismatches.isEmpty)
    #expect(report.ledger.total(of: "theme").excused == 1)
    #expect(report.ledger.unusedRules(of: "theme").isEmpty)
    // endregion
  }
}
