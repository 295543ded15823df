import Foundation
import ReduxBridge
import ReduxBridgeTesting
import StoreContract
import Testing
import ValueRedux

@testable import Lockbox
@testable import LockboxModern

/// Every state that some actions reach, of the slices one by one.
@Suite struct ExhaustionTests {
  @Test func everyStateOfTheTheme() throws {
    let isLarge = TestVolume.isSoak
    // The first ones are those of a new app.
    let levels = [0.8, 0.1, 0.2, 0.5, 0.6].prefix(isLarge ? 5 : 2)
    let thresholds = [0.3, 0.1, 0.4, 0.5, 0.7, 0.9].prefix(isLarge ? 6 : 2)
    let looks: [ThemeAction] = Appearance.allCases.flatMap {
      [.chooseManually($0), .systemAppearanceChanged($0)]
    }
    let switches: [ThemeAction] = [true, false].flatMap {
      [.useSystemAppearance($0), .followBrightness($0)]
    }
    let actions =
      (looks + switches + levels.map { .screenBrightnessChanged($0) }
      + thresholds.map { .setThreshold($0) }).map { LockboxAction.theme($0) }
      + [.account(.signedOut)]
    let check = ParityCheck([.slice(LockboxSlices().theme)], parity: CrossingStore.parity) {
      LockboxState()
    }
    let result = try check.run(.everyState(of: actions))
    #expect(result.passed, "\(result)")
    // Two choices by hand, the system's and its use, the rule and its threshold, and the level.
    let states = 2 * 2 * 2 * 2 * thresholds.count * levels.count
    #expect("\(result)".contains(": \(states) states, "), "\(result)")
  }

  @Test func everyStateOfTheRoutes() throws {
    let login = LoginID("0")
    let windows: [LockboxAction] = [WindowUUID.main, .side].flatMap { window -> [LockboxAction] in
      [
        .list(.open(login), window), .route(.push(.settings), window), .route(.pop, window),
        .route(.push(.welcome), window),
      ]
    }
    let user = Profile(email: "ada@mail.example", displayName: nil)
    let actions =
      windows + [
        .window(.open(.side)), .window(.close(.side)), .window(.close(.main)),
        .items(.deleted(login)), .account(.signInStarted(email: user.email)),
        .account(.signedIn(user, at: SessionClock.start)), .account(.locked),
        .account(.unlocked(at: SessionClock.start)), .account(.signedOut),
      ]
    let check = ParityCheck([.slice(LockboxSlices().routes)], parity: CrossingStore.parity) {
      LockboxState()
    }
    let result = try check.run(.everyState(of: actions))
    #expect(result.findings.isEmpty, "\(result)")
    // Signed out, signing in, locked: one screen. Signed in: the list, a login or the settings. In one
    // window or in two.
    #expect("\(result)".contains(": \(3 * 2 + 3 + 3 * 3) states, "), "\(result)")
  }
}
