import CommandLineSupport
import Foundation
import StoreContract
import ValueRedux

@testable import Lockbox
@testable import LockboxModern

/// The seed of the random tests, printed by the run and by each failure.
let testSeed = SeededGenerator("LockboxTests").seed

/// Random actions in any order, whether or not they apply to the state.
enum RandomActions {
  static func any(using random: inout SplitMix64) -> LockboxAction {
    let window = random.happens(oneIn: 2) ? WindowUUID.main : .side
    let date = Date(timeIntervalSince1970: Double(Int.random(in: 0...9999, using: &random)))
    let isOn = random.happens(oneIn: 2)
    let appearance = random.happens(oneIn: 2) ? Appearance.light : .dark
    let notch = Double(Int.random(in: -2...12, using: &random)) / 10
    let (known, other) = (login(using: &random), login(using: &random))
    let text = "\(Int.random(in: 0...2, using: &random))"
    let changes = SyncChanges(
      updated: [other, login(using: &random)], deleted: random.happens(oneIn: 3) ? [known.id] : [])
    let imported: [LoginRecord] = [.sample("a"), .sample("b", realm: "Staff"), .sample("c")]
    let profile = Profile(email: "ada@mail.example", displayName: nil)
    let choices: [(weight: Int, value: LockboxAction)] = [
      (16, .list(.filter(isOn ? "a" : ""), window)),
      (10, .list(.sort(isOn ? .title : .lastUsed), window)),
      (32, .list(.open(known.id), window)),
      (32, .list(.copied(isOn ? .username : .password, of: known.id, at: date), window)),
      (2, .items(.imported(imported))),
      (11, .items(.edited(known.id, .username("u" + text), at: date))),
      (11, .items(.edited(known.id, .password(Password("p" + text)), at: date))),
      (5, .items(.deleted(known.id))),
      (11, .sync(.finished(changes, at: date))),
      (5, .sync(.started)),
      (10, .account(.signInStarted(email: profile.email))),
      (10, .account(.signedIn(profile, at: date))),
      (4, .account(.signInFailed(isOn ? .refused : .offline))),
      (4, .account(.locked)),
      (6, .account(.unlocked(at: date))),
      (4, .account(.signedOut)),
      (18, .route(.pop, window)),
      (12, .route(.push(.settings), window)),
      (6, .route(.push(.list), window)),
      (12, .window(.open(window))),
      (6, .window(.close(window))),
      (10, .theme(.useSystemAppearance(isOn))),
      (10, .theme(.chooseManually(appearance))),
      (10, .theme(.followBrightness(isOn))),
      (10, .theme(.setThreshold(notch))),
      (10, .theme(.systemAppearanceChanged(appearance))),
      (10, .theme(.screenBrightnessChanged(notch))),
    ]
    return random.pick(choices)
  }

  private static func login(using random: inout SplitMix64) -> LoginRecord {
    let name = ["a", "b", "c", "d", "e"].randomElement(using: &random) ?? "a"
    return .sample(name, realm: random.happens(oneIn: 4) ? "Staff" : nil)
  }
}
