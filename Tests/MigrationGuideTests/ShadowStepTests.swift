import ReduxBridge
import ReduxBridgeTesting
import ReferenceRedux
import Testing
import ValueRedux

// region: broken-reducer
let forgetfulReducer = Reducer<ThemeValue, AppAction> { theme, action in
  guard case .setDark(let isDark) = action else { return }
  theme.isDark = isDark
}

let forgetfulTheme = StateSlice(
  "theme", projection: ThemeValue.projection, legacy: [AppReducers.theme],
  reducer: forgetfulReducer)
// endregion

// region: gate
let guardedTheme = AppSlices.theme.gate(Gate(compared: 3))
  .allowing("addNote", because: "a note is no theme")
  .allowing("syncTapped", because: "it syncs notes")

let parity = ParityOptions<AppAction>(
  expectedActionTypes: ["theme": ["setDark", "addNote", "syncTapped"]])
// endregion

enum WithWrongLegacy {
  // region: legacy-is-wrong
  static let reducer = Reducer<ThemeValue, AppAction> { theme, action in
    guard case .setDark(let isDark) = action, isDark != theme.isDark else { return }
    theme.isDark = isDark
    theme.changes += 1
  }

  static let theme = StateSlice(
    "theme", projection: ThemeValue.projection, legacy: [AppReducers.theme], reducer: reducer
  ).allowing(
    "changes", on: "setDark", as: .legacyIsWrong,
    because: "the old block counts a change to the same")
  // endregion
}

/// Runs the code of step 6, and of the pages that step 7 names.
@Suite struct ShadowStepTests {
  @Test func theSliceRunsInTheShadow() throws {
    let store = WithOneSlice.AppStore()
    // region: shadow
    try store.setStage(.shadow, of: AppSlices.theme)
    store.dispatch(.setDark(true))
    store.dispatch(.addNote(id: 1, title: "milk"))
    store.flush()
    #expect(store.mismatches.isEmpty)
    print(store.ledger)
    // endregion
    try GuideBlock.expect("\(store.ledger)", isShownAs: "ledger")
  }

  @Test func aMismatchNamesActionPathAndBothValues() throws {
    // region: mismatch
    let store = MigrationStore(
      state: AppState(), entries: [.slice(forgetfulTheme)],
      parity: ParityOptions(tracedActions: 200, onMismatch: { print($0) }))
    try store.setStage(.shadow, of: forgetfulTheme)
    store.dispatch(.show(.settings))
    store.dispatch(.setDark(true))
    store.flush()
    // endregion
    let lines = store.mismatches.map(\.description).joined(separator: "\n")
    try GuideBlock.expect(lines, isShownAs: "mismatch")
    try GuideBlock.expect(lines, isShownAs: "pain")
    // region: shrink
    let trace = try #require(store.trace(of: forgetfulTheme))
    let check = ParityCheck([.slice(forgetfulTheme)]) { AppState() }
    let shortest = try #require(try check.run(.trace(trace)).counterexample)
    print(shortest.testSource(slice: "forgetfulTheme", initialState: "AppState()"))
    // endregion
    let source = shortest.testSource(slice: "forgetfulTheme", initialState: "AppState()")
    try GuideBlock.expect(source, isShownAs: "shortest")
  }

  @Test func aSecretIsNotShown() throws {
    // region: redactor
    let parity = ParityOptions<AppAction>(
      redactor: Redactor(secretNames: Redactor.secretNames.union(["changes"])))
    let check = ParityCheck([.slice(forgetfulTheme)], parity: parity) { AppState() }
    print(try check.run(.list([.setDark(true)])).findings[0])
    // endregion
    let finding = try check.run(.list([.setDark(true)])).findings[0]
    try GuideBlock.expect("\(finding)", isShownAs: "redacted")
  }

  @Test func theBlocksKeepToTheirSlices() throws {
    // region: footprint
    let check = ParityCheck([.slice(AppSlices.theme)]) { AppState() }
    let actions: [AppAction] = [.setDark(true), .addNote(id: 1, title: "milk"), .setDark(false)]
    let report = try check.run(.list(actions), effort: .full)
    #expect(report.passed, "\(report)")
    // endregion
  }

  @Test func aGateAsksForEvidence() throws {
    // region: gate-closed
    let store = MigrationStore(
      state: AppState(), entries: [.slice(guardedTheme)], parity: parity)
    try store.setStage(.shadow, of: guardedTheme)
    store.dispatch(.setDark(true))
    store.flush()
    #expect(throws: MigrationError.self) { try store.setStage(.lead, of: guardedTheme) }
    for demand in store.unmetDemands(of: guardedTheme) { print(demand) }
    // endregion
    let lines = store.unmetDemands(of: guardedTheme).joined(separator: "\n")
    try GuideBlock.expect(lines, isShownAs: "gate")
    // region: gate-open
    store.dispatch(.addNote(id: 1, title: "milk"))
    store.dispatch(.syncTapped)
    store.flush()
    #expect(store.unmetDemands(of: guardedTheme).isEmpty)
    try store.setStage(.lead, of: guardedTheme)
    // endregion
    store.flush()
    #expect(store.stages == ["theme": .lead])
  }

  @Test func aKnownMistakeOfTheOldSideIsExcused() throws {
    // region: excused
    let check = ParityCheck([.slice(WithWrongLegacy.theme)]) { AppState() }
    let report = try check.run(.list([.setDark(true), .setDark(true), .setDark(false)]))
    #expect(report.passed, "\(report)")
    #expect(report.ledger.total(of: WithWrongLegacy.theme).excused == 1)
    // endregion
  }
}
