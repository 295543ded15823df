import CommandLineSupport
import Foundation
import ValueRedux

@testable import Lockbox
@testable import LockboxModern

/// Random actions in any order, whether or not they apply to the state.
enum RandomActions {
  private static let names = ["a", "b", "c", "d", "e"]

  static func any(using random: inout SplitMix64) -> LockboxAction {
    let window = random.happens(oneIn: 2) ? WindowUUID.main : .side
    let date = Date(timeIntervalSince1970: Double(Int.random(in: 0...9999, using: &random)))
    return random.pick([
      (30, list(window, date, using: &random)),
      (15, items(date, using: &random)),
      (12, account(date, using: &random)),
      (12, route(window, using: &random)),
      (6, .window(random.happens(oneIn: 3) ? .close(window) : .open(window))),
      (20, theme(using: &random)),
    ])
  }

  static func theme(using random: inout SplitMix64) -> LockboxAction {
    let isOn = random.happens(oneIn: 2)
    let appearance = random.happens(oneIn: 2) ? Appearance.light : .dark
    let notch = Double(Int.random(in: -2...12, using: &random)) / 10
    return random.pick([
      (10, .theme(.useSystemAppearance(isOn))),
      (10, .theme(.chooseManually(appearance))),
      (10, .theme(.followBrightness(isOn))),
      (10, .theme(.setThreshold(notch))),
      (10, .theme(.systemAppearanceChanged(appearance))),
      (10, .theme(.screenBrightnessChanged(notch))),
      (2, .account(.signedOut)),
    ])
  }

  private static func list(
    _ window: WindowUUID, _ date: Date, using random: inout SplitMix64
  ) -> LockboxAction {
    let field = random.happens(oneIn: 2) ? LoginField.username : .password
    let id = login(using: &random).id
    return random.pick([
      (3, .list(.filter(random.happens(oneIn: 2) ? "a" : ""), window)),
      (2, .list(.sort(random.happens(oneIn: 2) ? .title : .lastUsed), window)),
      (6, .list(.open(id), window)),
      (6, .list(.copied(field, of: id, at: date), window)),
    ])
  }

  private static func items(_ date: Date, using random: inout SplitMix64) -> LockboxAction {
    let known = login(using: &random)
    let changes = SyncChanges(
      updated: [login(using: &random), login(using: &random)],
      deleted: random.happens(oneIn: 3) ? [login(using: &random).id] : [])
    return random.pick([
      (1, .items(.imported([.sample("a"), .sample("b", realm: "Staff"), .sample("c")]))),
      (6, .items(.edited(known.id, .username("u\(random.next() % 3)"), at: date))),
      (6, .items(.edited(known.id, .password(Password("p\(random.next() % 3)")), at: date))),
      (3, .items(.deleted(known.id))),
      (6, .sync(.finished(changes, at: date))),
      (3, .sync(.started)),
    ])
  }

  private static func account(_ date: Date, using random: inout SplitMix64) -> LockboxAction {
    let profile = Profile(email: "ada@mail.example", displayName: nil)
    return random.pick([
      (5, .account(.signInStarted(email: profile.email))),
      (5, .account(.signedIn(profile, at: date))),
      (2, .account(.signInFailed(random.happens(oneIn: 2) ? .refused : .offline))),
      (2, .account(.locked)),
      (3, .account(.unlocked(at: date))),
      (1, .account(.signedOut)),
    ])
  }

  private static func route(
    _ window: WindowUUID, using random: inout SplitMix64
  ) -> LockboxAction {
    random.pick([
      (3, .route(.pop, window)),
      (2, .route(.push(.settings), window)),
      (1, .route(.push(.list), window)),
    ])
  }

  private static func login(using random: inout SplitMix64) -> LoginRecord {
    let name = names.randomElement(using: &random) ?? "a"
    return .sample(name, realm: random.happens(oneIn: 4) ? "Staff" : nil)
  }
}
