import ReduxBridge
import ReduxBridgeTesting
import Testing
import ValueRedux

// region: theme-value
struct ThemeValue: Codable, Equatable, Sendable {
  var isDark = false
  var changes = 0
}

extension ThemeValue {
  static let reducer = Reducer<ThemeValue, AppAction> { theme, action in
    guard case .setDark(let isDark) = action else { return }
    theme.isDark = isDark
    theme.changes += 1
  }
}
// endregion

// region: theme-projection
extension ThemeValue {
  static let projection = Projection<AppState, ThemeValue>(
    read: { ThemeValue(isDark: $0.theme.isDark, changes: $0.theme.changes) },
    write: { state, value in
      state.theme.isDark = value.isDark
      state.theme.changes = value.changes
    })
}
// endregion

// region: theme-slice
enum AppSlices {
  static let theme = StateSlice(
    "theme", projection: ThemeValue.projection, legacy: [AppReducers.theme],
    reducer: ThemeValue.reducer)
}

// endregion

enum WithOneSlice {
  // region: theme-slice
  final class AppStore: MigrationStore<AppState, AppAction>, @unchecked Sendable {
    static let shared = AppStore()

    init() {
      super.init(
        state: AppState(),
        entries: [
          .slice(AppSlices.theme),
          .blocks([AppReducers.library, AppReducers.routes, AppReducers.windows]),
        ])
    }
  }
  // endregion
}

/// Runs the code of step 5.
@Suite struct SliceStepTests {
  @Test func theProjectionObeysItsLaws() throws {
    // region: laws
    let state = AppState()
    state.library.notes = [Note(id: 1, title: "milk", library: state.library)]
    let violations = try ThemeValue.projection.checkLaws(
      on: state,
      values: [ThemeValue(isDark: true, changes: 3), ThemeValue(isDark: false, changes: 1)],
      within: ["theme"])
    #expect(violations.isEmpty)
    // endregion
  }

  @Test func bothSidesAgreeWithoutAStore() throws {
    // region: check
    let check = ParityCheck(AppSlices.theme) { AppState() }
    let actions: [AppAction] = [.setDark(true), .syncTapped, .setDark(false), .setDark(false)]
    #expect(try check.firstMismatch(after: actions) == nil)
    // endregion
    // region: exhaust
    let result = try check.exhaust(actions, depth: 8, identifying: ["ThemeSettings.changes"])
    #expect(result.isExhaustive, "\(result)")
    // endregion
    #expect("\(result)".contains(": 2 states,"))
    // region: search
    var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
    let report = try check.search(actions, budget: 2_000, using: &generator)
    #expect(report.failures.isEmpty, "\(report)")
    // endregion
    #expect(try check.run(actions).ledger.total(of: AppSlices.theme).matched == 4)
  }
}
