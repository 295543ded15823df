import Foundation
import ReduxBridge
import Testing

@testable import Lockbox

/// The tests that `--plant-bug` prints, pasted, each with its expectation turned around.
///
/// As printed, a case expects agreement and fails until the bug is fixed. Here the bug stays planted,
/// so each case expects the mismatch, and agreement of the correct code on the same actions.
@Suite struct PastedCases {
  @Test func themeAgreesAfterThemeScreenBrightnessChanged() throws {
    let actions: [LockboxAction] = [
      .theme(.followBrightness(true)),
      .theme(.useSystemAppearance(false)),
      .theme(.setThreshold(0.9)),
      .theme(.screenBrightnessChanged(0.9)),
    ]
    let check = ParityCheck(LockboxSlices(modern: ModernCode(planted: .named("threshold"))).theme) {
      try LockboxState(loginsOf: .sample)
    }
    #expect(try check.firstMismatch(after: actions) != nil)
    #expect(try correct(\.theme).firstMismatch(after: actions) == nil)
  }

  @Test func routesAgreesAfterRoutePop() throws {
    let start = NavigationState(windows: [
      WindowNavigation(window: WindowID(name: "main"), stack: [.list, .settings]),
      WindowNavigation(
        window: WindowID(name: "side"),
        stack: [.list, .detail(LoginID(guid: "{ca272f57-514f-49db-9763-c0dc070c3318}"))]),
    ])
    let actions: [LockboxAction] = [
      .route(.pop, WindowID(name: "main"))
    ]
    let check = ParityCheck(
      LockboxSlices(modern: ModernCode(planted: .named("other-window"))).navigation
    ) { try LockboxState(loginsOf: .sample) }
    #expect(try check.firstMismatch(after: actions, startingFrom: start) != nil)
    #expect(try correct(\.navigation).firstMismatch(after: actions, startingFrom: start) == nil)
  }

  @Test func itemListAgreesAfterListCopied() throws {
    let actions: [LockboxAction] = [
      .list(
        .copied(
          .password, of: LoginID(guid: "{5b18d659-95b8-400c-8ac3-c93472ea7231}"),
          at: Date(timeIntervalSinceReferenceDate: 721694403.0)), WindowID(name: "main"))
    ]
    let check = ParityCheck(
      LockboxSlices(modern: ModernCode(planted: .named("copied-twice"))).vault
    ) { try LockboxState(loginsOf: .sample) }
    #expect(try check.firstMismatch(after: actions) != nil)
    #expect(try correct(\.vault).firstMismatch(after: actions) == nil)
  }

  /// The check of a slice without a planted bug.
  private func correct<Value>(
    _ slice: KeyPath<LockboxSlices, StateSlice<LockboxState, LockboxAction, Value>>
  ) -> ParityCheck<LockboxState, LockboxAction, Value> {
    ParityCheck(LockboxSlices()[keyPath: slice]) { try LockboxState(loginsOf: .sample) }
  }
}
