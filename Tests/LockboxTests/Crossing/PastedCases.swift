import Foundation
import ReduxBridge
import ReduxBridgeTesting
import Testing
import ValueRedux

@testable import Lockbox
@testable import LockboxModern

/// A test that `--plant-bug` prints, pasted, with its expectation turned around.
///
/// As printed, it expects agreement and fails until the bug is fixed. Here the bug stays planted, so it
/// expects the mismatch, and agreement of the correct code on the same actions.
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
    let check = ParityCheck([
      .slice(LockboxSlices(modern: ModernCode(planted: .named("other-window"))).routes)
    ]) { try LockboxState(loginsOf: .sample) }
    let report = try check.run(.list(actions))
    #expect(report.findings != [], "\(report)")
    let correct = ParityCheck([.slice(LockboxSlices().routes)]) {
      try LockboxState(loginsOf: .sample)
    }
    #expect(try correct.run(.list(actions)).findings == [])
  }
}
