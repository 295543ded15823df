import Foundation
import LockboxModern
import ReduxBridge
import ValueRedux

/// The footprint of the old code: whether its blocks keep to their slices, and whether the projections
/// carry all that they write.
///
/// It depends on no option, so that a process checks it once.
enum Footprint {
  static let report = Result {
    try MigrationCheck(
      LockboxSlices().entries, replacing: LockboxReducers.all,
      allowing: [
        .notComparable(
          at: "lists.*.selected", on: "items.deleted",
          because: "a list selects a deleted login until its own block runs")
      ], parity: CrossingStore.parity
    ) { LockboxState() }.run(actions, values: 2, announcing: { _ in })
  }

  /// Why the check fails; empty when it passes.
  static var failures: [String] {
    switch report {
    case .success(let report): report.failures
    case .failure(let error): ["the footprint was not checked: \(error)"]
    }
  }

  /// The evidence of the check, for the gates.
  static var ledger: ParityLedger { (try? report.get().ledger) ?? ParityLedger() }

  /// A session that changes every field of the state.
  static let actions: [LockboxAction] = {
    let date = SessionClock.start
    let (form, realm) = (login("form", realm: nil, date), login("realm", realm: "Staff", date))
    let newer = login("form", realm: "Moved", date + 9)
    let user = Profile(email: "ada@mail.example", displayName: nil)
    let signIn: [LockboxAction] = [
      .account(.signInStarted(email: user.email)), .account(.signedIn(user, at: date)),
    ]
    let windows: [LockboxAction] = [WindowUUID.main, .side].flatMap { window -> [LockboxAction] in
      [
        .window(.open(window)), .list(.filter("a"), window), .list(.sort(.lastUsed), window),
        .list(.open(form.id), window), .list(.copied(.username, of: form.id, at: date), window),
      ]
    }
    let edits: [LockboxAction] = [
      .items(.edited(form.id, .username("eve"), at: date + 1)),
      .items(.edited(form.id, .password(Password("new")), at: date + 2)), .sync(.started),
      .sync(.finished(SyncChanges(updated: [newer], deleted: [realm.id]), at: date + 3)),
      .items(.deleted(form.id)),
    ]
    let theme: [LockboxAction] = [
      .theme(.systemAppearanceChanged(.dark)), .theme(.useSystemAppearance(false)),
      .theme(.chooseManually(.dark)), .theme(.setThreshold(0.7)), .theme(.followBrightness(true)),
      .theme(.screenBrightnessChanged(0.9)),
    ]
    let navigation: [LockboxAction] = [
      .route(.pop, .side), .route(.push(.settings), .main), .route(.pop, .main),
      .window(.close(.side)),
    ]
    let account: [LockboxAction] = [
      .account(.locked), .account(.unlocked(at: date + 4)), .account(.signedOut), signIn[0],
      .account(.signInFailed(.refused)),
    ]
    return [.items(.imported([form, realm]))] + signIn + windows + edits + navigation + theme
      + account
  }()

  private static func login(_ name: String, realm: String?, _ date: Date) -> LoginRecord {
    LoginRecord(
      id: LoginID(name), origin: "https://\(name).example", username: "ada",
      password: Password("\(date)"), httpRealm: realm,
      formActionOrigin: realm == nil ? "https://\(name).example" : nil, created: date,
      lastUsed: date, passwordChanged: date)
  }
}
