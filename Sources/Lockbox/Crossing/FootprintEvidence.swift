import Foundation
import LockboxModern
import ReduxBridge
import ReduxBridgeTesting
import ValueRedux

/// The footprint of the old code: whether its blocks keep to their slices, and whether the projections
/// carry all that they write.
///
/// It depends on no option, so that a process checks it once.
enum FootprintEvidence {
  static let report = Result {
    try ParityCheck(
      LockboxSlices().entries, replacing: LockboxReducers.all, parity: CrossingStore.parity
    ) { LockboxState() }.allowing(
      "lists.*.selected", on: "items.deleted",
      because: "a list selects a deleted login until its own block runs"
    ).run(.list(actions))
  }

  /// Why the check fails; empty when it passes.
  static var failures: [String] {
    switch report {
    case .success(let report): report.failures
    case .failure(let error): ["the footprint was not checked: \(error)"]
    }
  }

  /// The footprints and laws alone: a gate counts the comparisons of the run.
  static var ledger: ParityLedger {
    var ledger = ParityLedger()
    guard let found = try? report.get().ledger else { return ledger }
    for (name, slice) in found.slices {
      (ledger[name].footprint, ledger[name].laws) = (slice.footprint, slice.laws)
    }
    return ledger
  }

  /// A session that changes every field of the state.
  static let actions: [LockboxAction] = {
    let (date, user) = (SessionClock.start, Profile(email: "ada@mail.example", displayName: nil))
    let (form, realm) = (login("form", date), login("realm", date))
    let inside: [LockboxAction] = [
      .items(.imported([form, realm])), .account(.signInStarted(email: user.email)),
      .account(.signedIn(user, at: date)), .window(.open(.side)),
    ]
    let lists: [LockboxAction] = [WindowUUID.main, .side].flatMap { window -> [LockboxAction] in
      [
        .list(.filter("a"), window), .list(.sort(.lastUsed), window), .list(.open(form.id), window),
        .list(.copied(.username, of: form.id, at: date), window),
      ]
    }
    let changes = SyncChanges(updated: [login("form", date + 9)], deleted: [realm.id])
    let rest: [LockboxAction] = [
      .items(.edited(form.id, .username("eve"), at: date + 1)),
      .items(.edited(form.id, .password(Password("new")), at: date + 2)), .sync(.started),
      .sync(.finished(changes, at: date + 3)), .items(.deleted(form.id)), .route(.pop, .side),
      .route(.push(.settings), .main), .route(.pop, .main), .window(.close(.side)),
      .theme(.systemAppearanceChanged(.dark)), .theme(.useSystemAppearance(false)),
      .theme(.chooseManually(.dark)), .theme(.setThreshold(0.7)), .theme(.followBrightness(true)),
      .theme(.screenBrightnessChanged(0.9)), .account(.locked), .account(.unlocked(at: date + 4)),
      .account(.signedOut), .account(.signInStarted(email: user.email)),
      .account(.signInFailed(.refused)),
    ]
    return inside + lists + rest
  }()

  private static func login(_ name: String, _ date: Date) -> LoginRecord {
    LoginRecord(
      id: LoginID(name), origin: "https://\(name).example", username: "ada",
      password: Password("\(date)"), httpRealm: nil, lastUsed: date,
      passwordChanged: date)
  }
}
