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
    let check = ParityCheck([.slice(AppSlices.theme)]) {
      let state = AppState()
      state.library.notes = [Note(id: 1, title: "milk", library: state.library)]
      return state
    }
    let values = [ThemeValue(isDark: true, changes: 3), ThemeValue(isDark: false, changes: 1)]
    let report = try check.trying(values, of: AppSlices.theme).run(.list([.setDark(true)]))
    #expect(report.passed, "\(report)")
    // endregion
  }

  @Test func bothSidesAgreeWithoutAStore() throws {
    // region: check
    let check = ParityCheck([.slice(AppSlices.theme)]) { AppState() }
    let actions: [AppAction] = [.setDark(true), .syncTapped, .setDark(false), .setDark(false)]
    let report = try check.run(.list(actions))
    #expect(report.passed, "\(report)")
    // endregion
    // region: exhaust
    let all = try check.allowing("ThemeSettings.changes", because: "it counts the changes")
      .run(.everyState(of: actions))
    #expect(all.passed, "\(all)")
    // endregion
    #expect("\(all)".contains(": 2 states, "))
    // region: search
    let found = try check.run(.random(seed: 7, of: actions))
    #expect(found.passed, "\(found)")
    // endregion
    #expect(report.ledger.total(of: AppSlices.theme).matched == 4)
  }
}
