import Foundation
import ReduxBridge
import ReduxBridgeTesting
import Testing
import ValueRedux

@testable import Lockbox
@testable import LockboxModern

/// The tests that `--plant-bug` prints, pasted, each with its expectation turned around.
///
/// As printed, a case expects agreement and fails until the bug is fixed. Here the bug stays planted,
/// so each case expects the mismatch, and agreement of the correct code on the same actions.
@Suite struct PastedCases {
  @Test func routesAgreesAfterRoutePop() throws {
    let actions: [LockboxAction] = [
      .account(AccountAction.signInStarted(email: "")),
      .account(
        AccountAction.signedIn(
          Profile(email: "", displayName: nil), at: Date(timeIntervalSince1970: 1700000000.0))),
      .window(WindowAction.open(.side)),
      .list(ItemListAction.open(LoginID("{")), .side),
      .route(RouteAction.pop, .main),
    ]
    let check = ParityCheck(
      LockboxSlices(modern: ModernCode(planted: .named("other-window"))).routes
    ) { try LockboxState(loginsOf: .sample) }
    #expect(try check.firstMismatch(after: actions) != nil)
    #expect(try correct(\.routes).firstMismatch(after: actions) == nil)
  }

  @Test func libraryAgreesAfterListCopied() throws {
    let actions: [LockboxAction] = [
      .list(
        ItemListAction.copied(
          LoginField.password, of: LoginID("{be8062c7-a9b9-424f-9ea5-fc5335803295}"),
          at: Date(timeIntervalSince1970: 1700002380.0)), .main)
    ]
    let check = ParityCheck(
      LockboxSlices(modern: ModernCode(planted: .named("copied-twice"))).library
    ) { try LockboxState(loginsOf: .sample) }
    #expect(try check.firstMismatch(after: actions) != nil)
    #expect(try correct(\.library).firstMismatch(after: actions) == nil)
  }

  /// The check of a slice without a planted bug.
  private func correct<Value>(
    _ slice: KeyPath<LockboxSlices, StateSlice<LockboxState, LockboxAction, Value>>
  ) -> ParityCheck<LockboxState, LockboxAction, Value> {
    ParityCheck(LockboxSlices()[keyPath: slice]) { try LockboxState(loginsOf: .sample) }
  }
}
