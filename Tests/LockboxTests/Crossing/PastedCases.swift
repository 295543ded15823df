import Foundation
import ReduxBridge
import Testing

@testable import Lockbox
@testable import LockboxModern

/// The tests that `--plant-bug` prints, pasted, each with its expectation turned around.
///
/// As printed, a case expects agreement and fails until the bug is fixed. Here the bug stays planted,
/// so each case expects the mismatch, and agreement of the correct code on the same actions.
@Suite struct PastedCases {
  @Test func themeAgreesAfterThemeScreenBrightnessChanged() throws {
    let actions: [LockboxAction] = [
      .theme(ThemeAction.useSystemAppearance(false)),
      .theme(ThemeAction.followBrightness(true)),
      .theme(ThemeAction.setThreshold(0.7)),
      .theme(ThemeAction.screenBrightnessChanged(0.7)),
    ]
    let check = ParityCheck(LockboxSlices(modern: ModernCode(planted: .named("threshold"))).theme) {
      try LockboxState(loginsOf: .sample)
    }
    #expect(try check.firstMismatch(after: actions) != nil)
    #expect(try correct(\.theme).firstMismatch(after: actions) == nil)
  }

  @Test func routesAgreesAfterRoutePop() throws {
    let start = NavigationState(windows: [
      WindowNavigation(
        window: WindowID("main"),
        stack: [.list, .detail(LoginID("{20a00474-ab03-44d9-a9c5-e2c8053c6477}"))]),
      WindowNavigation(
        window: WindowID("side"),
        stack: [.list, .detail(LoginID("{a91bb4e9-993a-4aa8-a8f1-8bb17d2828ed}"))]),
    ])
    let actions: [LockboxAction] = [
      .route(RouteAction.pop, WindowID("main"))
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
        ItemListAction.copied(
          LoginField.password, of: LoginID("{2e654f77-5135-4a92-a437-9b1ce2de7fc9}"),
          at: Date(timeIntervalSinceReferenceDate: 0.0)), WindowID("m"))
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
